import { and, not, sql } from 'drizzle-orm'
import { processes } from '#db/schema/processes'
import { vaultDocuments } from '#db/schema/vault'
import { type EraseStep, type PersonalData, readRows } from '#db/tenancy/personal-data'
import { eraseUserName } from '#lib/identity/deleted-users'
import {
  eraseUserOfProcesses,
  isCompleted,
  pseudonymiseSigners,
  whereProcessOfPerson,
} from '#lib/processes/personal-data'
import { eraseDelegations } from '#lib/processes/signers/delegation-data'

const hasFiles = sql`exists (select from ${vaultDocuments} where ${vaultDocuments.tenantId} = ${processes.tenantId}
  and ${vaultDocuments.processId} = ${processes.id})`

/** Completed processes whose files were all deleted: nothing there is evidence any more. */
const isWithoutFiles = and(isCompleted, not(hasFiles))!

const eraseSignersWithoutFiles: EraseStep = (tx, ctx, person) =>
  pseudonymiseSigners(tx, ctx, person, isWithoutFiles)

export const vaultData: PersonalData = {
  find: (person) => ({
    vault_documents: readRows(
      person,
      vaultDocuments,
      [
        vaultDocuments.processId,
        vaultDocuments.name,
        vaultDocuments.sha256,
        vaultDocuments.signedAt,
        vaultDocuments.expiresAt,
      ],
      whereProcessOfPerson(vaultDocuments.processId, person),
    ),
  }),
  erase: [
    eraseDelegations(isWithoutFiles),
    eraseSignersWithoutFiles,
    eraseUserOfProcesses('createdBy', isWithoutFiles),
    eraseUserOfProcesses('sentBy', isWithoutFiles),
    eraseUserName(vaultDocuments, 'holdSetBy'),
  ],
  erased: [vaultDocuments.holdSetByName],
  kept: { 'evidence of who signed, deleted with the document': [vaultDocuments.signers] },
}
