import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { getProcess } from '#lib/processes/get'
import { isSigning } from '#lib/processes/rules'
import type { ProcessRecord } from '#lib/processes/schema'
import { enterSigning } from '#lib/signing/enter'
import { SignInput } from '#lib/signing/schema'
import { signProcess } from '#lib/signing/sign'
import { addSentProcess, openLink, runRevisions, typedSignature } from './signing-session.ts'

type WithCtx = { ctx: Ctx }
type SignBody = ReturnType<typeof typedSignature>

/** A process that everyone has signed and the platform has sealed. */
export async function addCompleted(
  actor: WithCtx,
  { signature, ...input }: Parameters<typeof addSentProcess>[1] & Pick<Partial<SignBody>, 'signature'> = {},
): Promise<ProcessRecord> {
  const sentProcess = await addSentProcess(actor, input)
  await runRevisions(actor, sentProcess)
  for (;;) {
    const process = await getProcess(actor.ctx, sentProcess.id)
    const next = process.signers.find((signer) => isSigning(signer) && signer.status === 'notified')
    if (!next) return process
    await signAs(actor, next, signature && { signature })
    await runRevisions(actor, sentProcess)
  }
}

/** The signer signs; the signature is embedded by `runRevisions`. */
export async function signAs(actor: WithCtx, { id }: { id: number }, input: Partial<SignBody> = {}) {
  const signer = await enterSigning(await openLink(actor, id), { ...actor.ctx, now: now() })
  await signProcess(signer, SignInput.parse({ ...typedSignature(), ...input }))
}
