import { and, eq } from 'drizzle-orm'
import { folders } from '#db/schema/folders'
import { ERASED_NAME, type EraseStep, type PersonalData } from '#db/tenancy/personal-data'
import { refersToDeletedUser } from '#lib/audit/personal-data'

const eraseCreators: EraseStep = async (tx, { tenantId }, person) => {
  await tx
    .update(folders)
    .set({ createdByName: ERASED_NAME })
    .where(and(eq(folders.tenantId, tenantId), refersToDeletedUser(folders.createdById, person)))
  return {}
}

export const folderData: PersonalData = {
  erase: [eraseCreators],
  erased: [folders.createdByName],
}
