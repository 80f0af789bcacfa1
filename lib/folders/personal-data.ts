import { folders } from '#db/schema/folders'
import type { PersonalData } from '#db/tenancy/personal-data'
import { eraseUserName } from '#lib/audit/personal-data'

export const folderData: PersonalData = {
  erase: [eraseUserName(folders, 'createdBy')],
  erased: [folders.createdByName],
}
