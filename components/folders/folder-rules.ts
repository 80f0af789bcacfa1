import { CreateFolder, type FolderRecord } from '#lib/folders/schema'

/**
 * The rules of the form of a folder: for chosen users, at least one is chosen, unless it is stored as one that only
 * administrators may open.
 */
export function folderRules(stored: FolderRecord['access'], chooseOne: string) {
  const access = CreateFolder.shape.access.refine(
    (users) => users.length > 0 || stored.length === 0,
    chooseOne,
  )
  return CreateFolder.extend({ access }).required()
}
