/** What somebody may do at the desk: an owner everything, an editor the catalogue, staff the orders. */
const ROLES = ['owner', 'editor', 'staff'] as const
export type Role = (typeof ROLES)[number]

/** The roles of a person as they are kept: joined by `|`, in this spelling alone; an owner needs no other. */
const KEPT_ROLES = ['', 'staff', 'editor', 'editor|staff', 'owner'] as const
export type KeptRoles = (typeof KEPT_ROLES)[number]

/** What roles come to. */
export type Powers = { isEditor: boolean; isStaff: boolean; isOwner: boolean }

export const isRole = (text: string | undefined): text is Role =>
  ROLES.some((role) => role === text)

const isKept = (text: unknown): text is KeptRoles => KEPT_ROLES.some((kept) => kept === text)

/** What somebody may do by the roles that are kept of them; nothing by what is no role. */
export function powersOf(kept: unknown): Powers {
  const roles = rolesOf(isKept(kept) ? kept : '')
  const isOwner = roles.has('owner')
  return {
    isOwner,
    isEditor: isOwner || roles.has('editor'),
    isStaff: isOwner || roles.has('staff'),
  }
}

/** The roles with one more. */
export function withRole(kept: KeptRoles, role: Role): KeptRoles {
  return keep(rolesOf(kept).add(role))
}

/** The roles with one less; without any when none is named. */
export function withoutRole(kept: KeptRoles, role: Role | undefined): KeptRoles {
  const roles = rolesOf(kept)
  if (role === undefined) return ''
  roles.delete(role)
  return keep(roles)
}

/** The roles that are kept, one by one. */
export const rolesIn = (kept: KeptRoles): Role[] => [...rolesOf(kept)]

function rolesOf(kept: KeptRoles): Set<Role> {
  return new Set(kept.split('|').filter(isRole))
}

function keep(roles: Set<Role>): KeptRoles {
  if (roles.has('owner')) return 'owner'
  const text = [...roles].sort().join('|')
  return isKept(text) ? text : ''
}
