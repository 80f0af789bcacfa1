const prefix = 'paraph.deleted-drafts.'

/** The drafts that this user has deleted in this tab, and that are not known to be deleted. */
export function readDeletedDrafts(owner: string): number[] {
  try {
    return JSON.parse(sessionStorage.getItem(prefix + owner) ?? '[]')
  } catch {
    return []
  }
}

/** If the storage is full or blocked, the deletion is sent when the page is left, and not again. */
export function keepDeletedDrafts(owner: string, ids: number[]): void {
  try {
    sessionStorage.setItem(prefix + owner, JSON.stringify(ids))
  } catch {}
}

/** Removes what is kept of all users when the user signs out. */
export function forgetAllDeletedDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {}
}
