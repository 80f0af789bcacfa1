import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import type { FieldErrors } from '#lib/core/errors'
import { findLevelErrors } from '#lib/keys/signing-service/find-level-errors'
import { errorText } from '#lib/messages/errors'
import { formatLogicErrors } from '#lib/processes/fields/logic-errors'
import { isSigning } from '#lib/processes/rules'
import type { WholeTemplate } from './present.ts'
import { isFilledIn } from './zones.ts'

/**
 * What would keep every process of a template from being sent, whose variables get no values. The preset values are left
 * out: their patterns are matched outside of a transaction, by `findStoredPresetErrors`.
 */
export async function findTemplateErrors(
  reader: Pick<Reader, 'select'>,
  ctx: Ctx,
  { template: { roles, fields }, documents }: WholeTemplate,
): Promise<FieldErrors> {
  const fieldsOfRoles = fields.map((field) => ({
    ...field,
    signerId: roles.findIndex(({ name }) => name === field.role),
  }))
  return {
    ...(documents.length === 0 && { documents: [errorText('processes.documentNeeded')] }),
    ...(documents.some(isFilledIn) && { documents: [errorText('documents.templateNeedsValues')] }),
    ...(!roles.some(isSigning) && { roles: [errorText('processes.signerNeeded')] }),
    ...formatLogicErrors(
      fieldsOfRoles,
      fields.map(() => null),
    ),
    ...(await findLevelErrors(reader, ctx, roles)),
  }
}
