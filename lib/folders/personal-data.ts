import { folders } from '#db/schema/folders'
import type { PersonalData } from '#db/tenancy/personal-data'
import { eraseUserName } from '#lib/identity/deleted-users'

export const folderData: PersonalData = {
  erase: [eraseUserName(folders, 'createdBy')],
  erased: [folders.createdByName],
}
