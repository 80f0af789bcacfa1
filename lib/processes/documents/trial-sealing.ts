import type { Ctx } from '#lib/core/ctx'
import { validationError } from '#lib/core/errors'
import { makeTrialIdentity } from '#lib/keys/identities'
import { type ErrorText, errorText } from '#lib/messages/errors'
import { PadesError } from '#lib/pades/error'
import { inThread } from '#lib/workers/pdf-pool'
import { isTooHeavy } from '#lib/workers/thread-error'
import type { toPrepareInput } from './engine-input.ts'

/** One document of a draft with the input of its trial signing. */
export interface TrialDocument {
  name: string
  sha256: string
  input: ReturnType<typeof toPrepareInput>
}

/**
 * Signs every document for trial, with all signatures and the seal, before it is sent.
 * @throws AppError `validation_error` with the reason `unsealable`, under `documents.N`.
 */
export async function assertSealable(ctx: Ctx, trialDocuments: TrialDocument[]): Promise<void> {
  const identity = await makeTrialIdentity(ctx)
  for (const [index, { name, sha256, input }] of trialDocuments.entries()) {
    const storedFile = { tenantId: ctx.tenantId, sha256 }
    const trial = inThread.trySealing(storedFile, { ...input, identity, at: ctx.now }, ctx)
    await trial.catch((error: Error) => {
      const reason = getReason(error)
      if (reason === null) throw error
      const text = errorText('processes.documentCannotBeSigned', { name, reason })
      throw validationError({ [`documents.${index}`]: [text] }, { reason: 'unsealable' }, { cause: error })
    })
  }
}

/** Null for an error that says nothing about the document. */
function getReason(error: Error): ErrorText | null {
  return error instanceof PadesError || isTooHeavy(error) ? error.text : null
}
