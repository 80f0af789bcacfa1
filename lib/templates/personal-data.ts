import { and, eq } from 'drizzle-orm'
import { templates } from '#db/schema/templates'
import { ERASED_NAME, type EraseStep, type PersonalData } from '#db/tenancy/personal-data'
import { refersToDeletedUser } from '#lib/audit/personal-data'

const eraseCreators: EraseStep = async (tx, { tenantId }, person) => {
  await tx
    .update(templates)
    .set({ createdByName: ERASED_NAME })
    .where(and(eq(templates.tenantId, tenantId), refersToDeletedUser(templates.createdById, person)))
  return {}
}

export const templateData: PersonalData = {
  erase: [eraseCreators],
  erased: [templates.createdByName],
}
