import { and, eq, ne, notInArray, or } from 'drizzle-orm'
import { idempotencyKeys } from '#db/schema/http'
import { privacyRequests } from '#db/schema/privacy'
import {
  BATCH_SIZE,
  ERASED_NAME,
  type EraseStep,
  type PersonalData,
  readRows,
} from '#db/tenancy/personal-data'
import { maskEmail } from '#lib/core/text/mask-email'
import { refersToUser } from '#lib/identity/deleted-users'
import { expireExport } from './export/expire.ts'
import { changeRequest } from './find.ts'
import type { PrivacyRequestRow } from './present.ts'

/** Exports of the person, and the address in earlier requests. An address may be the one to which another is masked. */
const eraseExports: EraseStep = async (tx, ctx, person, requestId) => {
  const rows = await tx
    .select()
    .from(privacyRequests)
    .where(
      and(
        eq(privacyRequests.tenantId, ctx.tenantId),
        eq(privacyRequests.email, person.email),
        ne(privacyRequests.id, requestId),
        or(
          and(eq(privacyRequests.type, 'export'), ne(privacyRequests.status, 'expired')),
          and(
            eq(privacyRequests.type, 'erasure'),
            notInArray(privacyRequests.status, ['pending', 'running']),
            ne(privacyRequests.email, maskEmail(person.email)),
          ),
        ),
      ),
    )
    .limit(BATCH_SIZE)
    .for('update')
  for (const row of rows) {
    if (row.type === 'export') await expireExport(tx, ctx, row)
    else await changeRequest(tx, ctx, row.id, { email: maskEmail(row.email), blockedBy: withoutNames(row) })
  }
  return { privacy_requests: rows.length }
}

/** What blocked the request, without the name of the user who did. */
const withoutNames = ({ blockedBy }: PrivacyRequestRow) =>
  blockedBy.map((blocker) => (blocker.type === 'user' ? { ...blocker, name: ERASED_NAME } : blocker))

export const privacyData: PersonalData = {
  find: (person) => ({
    privacy_requests: readRows(
      person,
      privacyRequests,
      [privacyRequests.type, privacyRequests.status, privacyRequests.createdAt],
      eq(privacyRequests.email, person.email),
    ),
    made_requests: readRows(
      person,
      privacyRequests,
      [
        ...[privacyRequests.type, privacyRequests.status, privacyRequests.createdAt],
        ...[privacyRequests.requestedByName, privacyRequests.address],
      ],
      refersToUser(privacyRequests.requestedById, person),
    ),
  }),
  erase: [eraseExports],
  erased: [privacyRequests.email, privacyRequests.blockedBy],
  kept: {
    'who erased or exported what': [privacyRequests.requestedByName, privacyRequests.address],
    'names of processes that stay': [privacyRequests.kept],
    'responses that are deleted after a day': [idempotencyKeys.body],
  },
}
