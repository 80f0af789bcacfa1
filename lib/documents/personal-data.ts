import { documents } from '#db/schema/documents'
import type { PersonalData } from '#db/tenancy/personal-data'
import { eraseUserName } from '#lib/audit/personal-data'

export const documentData: PersonalData = {
  erase: [eraseUserName(documents, 'createdBy')],
  erased: [documents.createdByName],
}
