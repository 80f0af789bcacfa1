import type { Reader } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { type FieldErrors, throwIfInvalid } from '#lib/core/errors'
import { assertAllowed } from '#lib/core/transition-guards'
import { findLevelErrors } from '#lib/keys/signing-service/find-level-errors'
import { errorText } from '#lib/messages/errors'
import { limits } from '../facts.ts'
import { formatLogicErrors } from '../fields/logic-errors.ts'
import type { ProcessRow, WholeProcess } from '../present.ts'
import { isSigning, processCan } from '../rules.ts'
import { findCodeErrors } from '../signers/code-methods.ts'
import { toPrepareInput } from './engine-input.ts'
import { type CurrentRevision, findCurrentRevisions } from './revisions.ts'
import type { TrialDocument } from './trial-sealing.ts'

/** A draft that can be sent, and the inputs of its trial signing. */
export interface SendableDraft {
  whole: WholeProcess
  trialDocuments: TrialDocument[]
}

/**
 * Checks that a draft can be sent and returns the inputs of its trial signing: equal as long as the draft is unchanged.
 * @throws AppError when it cannot be sent
 */
export async function assertSendable(reader: Reader, ctx: Ctx, whole: WholeProcess): Promise<SendableDraft> {
  assertAllowed(processCan.send(whole.process), whole.process)
  refuseIncomplete(whole)
  throwIfInvalid(await findLevelErrors(reader, ctx, whole.signers, (index) => `signers.${index}.`))
  return { whole, trialDocuments: await loadTrialDocuments(reader, ctx, whole) }
}

/** The certificate of completion with all of them is made in memory. */
function refuseTooLargeToEmbed({ options }: ProcessRow, revisions: readonly CurrentRevision[]): void {
  const { embeddedMegabytes: limit } = limits
  const bytes = revisions.reduce((sum, { size }) => sum + size, 0)
  if (options.embed_evidence && bytes > limit * 1_000_000)
    throwIfInvalid({ 'options.embed_evidence': [errorText('processes.tooLargeToEmbed', { limit })] })
}

/** A DOCX with variables is filled in when a template of it is used; else signers would read their names. */
function refuseVariables(revisions: readonly CurrentRevision[]): void {
  const errors: FieldErrors = {}
  for (const [index, { name, placeholders }] of revisions.entries()) {
    if (!placeholders) continue
    const problems = 'problem' in placeholders ? [placeholders.problem] : []
    errors[`documents.${index}`] = [errorText('processes.documentHasVariables', { name }), ...problems]
  }
  throwIfInvalid(errors)
}

async function loadTrialDocuments(
  reader: Reader,
  ctx: Ctx,
  wholeProcess: WholeProcess,
): Promise<TrialDocument[]> {
  const revisions = await findCurrentRevisions(reader, ctx, wholeProcess.process.id)
  refuseTooLargeToEmbed(wholeProcess.process, revisions)
  refuseVariables(revisions)
  return revisions.map((revision) => ({
    name: revision.name,
    sha256: revision.sha256,
    input: toPrepareInput({ ...wholeProcess, documents: revisions }, revision),
  }))
}

/** Removing a document, also from the template, may have deleted fields that conditions and formulas refer to. */
function refuseIncomplete({ documents, signers, fields }: WholeProcess): void {
  const errors: FieldErrors = formatLogicErrors(fields)
  if (documents.length === 0) errors.documents = [errorText('processes.documentNeeded')]
  // The provider of text messages may have been removed since the signers were checked.
  for (const [index, signer] of signers.entries())
    Object.assign(errors, findCodeErrors(signer, {}, `signers.${index}.`))
  if (!signers.some(isSigning)) {
    errors.signers = [errorText('processes.signerNeeded')]
  }
  throwIfInvalid(errors)
}
