/**
 * What somebody may do at the desk: an owner everything, an editor the catalogue, staff the orders.
 */
export const ROLES = ['owner', 'editor', 'staff'] as const
export type Role = (typeof ROLES)[number]

/** A person's roles as they are stored: sorted and joined by `|`; an owner needs no other. */
const KEPT_ROLES = ['', 'staff', 'editor', 'editor|staff', 'owner'] as const
export type KeptRoles = (typeof KEPT_ROLES)[number]

/** What somebody's roles allow. */
export type Powers = { isEditor: boolean; isStaff: boolean; isOwner: boolean }

/** Whether a text names a role. */
export const isRole = (text: string | undefined): text is Role =>
  ROLES.some((role) => role === text)

const isKept = (text: unknown): text is KeptRoles => KEPT_ROLES.some((kept) => kept === text)

/** What the stored roles allow; an unknown value allows nothing. */
export function powersOf(kept: unknown): Powers {
  const roles = rolesOf(isKept(kept) ? kept : '')
  const isOwner = roles.has('owner')
  return {
    isOwner,
    isEditor: isOwner || roles.has('editor'),
    isStaff: isOwner || roles.has('staff'),
  }
}

/** Adds a role. */
export function withRole(kept: KeptRoles, role: Role): KeptRoles {
  return keep(rolesOf(kept).add(role))
}

/** Removes a role, or all roles if none is named. */
export function withoutRole(kept: KeptRoles, role: Role | undefined): KeptRoles {
  const roles = rolesOf(kept)
  if (role === undefined) return ''
  roles.delete(role)
  return keep(roles)
}

/** The stored roles as a list. */
export const rolesIn = (kept: KeptRoles): Role[] => [...rolesOf(kept)]

function rolesOf(kept: KeptRoles): Set<Role> {
  return new Set(kept.split('|').filter(isRole))
}

function keep(roles: Set<Role>): KeptRoles {
  if (roles.has('owner')) return 'owner'
  const text = [...roles].sort().join('|')
  return isKept(text) ? text : ''
}
