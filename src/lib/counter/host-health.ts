const DAY_MS = 24 * 3_600_000

/** With less free space, a disk will soon be full, as pictures, mails and the database grow. */
export const LOW_DISK_BYTES = 1_000_000_000

/** Whether the last backup is more than a day old, or there is none. */
export const isBackupOld = (backupAt: number | undefined, now: number): boolean =>
  backupAt === undefined || now - backupAt > DAY_MS
