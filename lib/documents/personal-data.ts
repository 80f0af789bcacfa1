import { documents } from '#db/schema/documents'
import type { PersonalData } from '#db/tenancy/personal-data'
import { eraseUserName } from '#lib/identity/deleted-users'

export const documentData: PersonalData = {
  erase: [eraseUserName(documents, 'createdBy')],
  erased: [documents.createdByName],
}
