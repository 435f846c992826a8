const DAY_MS = 24 * 3_600_000

/** Below this a disk is soon full: pictures, mails and the database grow. */
export const LOW_DISK_BYTES = 1_000_000_000

/** A shop that is not copied once a day loses more than a day when its disk goes. */
export const isBackupOld = (backupAt: number | undefined, now: number): boolean =>
  backupAt === undefined || now - backupAt > DAY_MS
