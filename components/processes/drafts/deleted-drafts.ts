import { ownedStorage } from '#components/shell/input/owned-storage.ts'

/** If the storage is full or blocked, a deletion is sent when the page is left, and not again. */
const storage = ownedStorage('sessionStorage', 'deleted-drafts')

/** The drafts that this user has deleted in this tab, and that are not known to be deleted. */
export function readDeletedDrafts(owner: string): number[] {
  return (storage.read(owner) as number[] | null) ?? []
}

export function keepDeletedDrafts(owner: string, ids: number[]): void {
  storage.keep(owner, ids)
}
