import { and, eq } from 'drizzle-orm'
import { documents } from '#db/schema/documents'
import { ERASED_NAME, type EraseStep, type PersonalData } from '#db/tenancy/personal-data'
import { refersToDeletedUser } from '#lib/audit/personal-data'

const eraseCreators: EraseStep = async (tx, { tenantId }, person) => {
  await tx
    .update(documents)
    .set({ createdByName: ERASED_NAME })
    .where(and(eq(documents.tenantId, tenantId), refersToDeletedUser(documents.createdById, person)))
  return {}
}

export const documentData: PersonalData = {
  erase: [eraseCreators],
  erased: [documents.createdByName],
}
