import { templates } from '#db/schema/templates'
import type { PersonalData } from '#db/tenancy/personal-data'
import { eraseUserName } from '#lib/audit/personal-data'

export const templateData: PersonalData = {
  erase: [eraseUserName(templates, 'createdBy')],
  erased: [templates.createdByName],
}
