import { and, eq } from 'drizzle-orm'
import { signers } from '#db/schema/processes'
import { write } from '#db/tenancy/tenant'
import { recordAll } from '#lib/audit/record'
import { now } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { AppError, validationError } from '#lib/core/errors'
import { assertAllowed } from '#lib/core/transition-guards'
import { getSerialNumber } from '#lib/keys/signing-service/credential'
import { fromStored } from '#lib/keys/signing-service/stored-credential'
import { errorText } from '#lib/messages/errors'
import { findConfirmations, storeConfirmation } from '#lib/processes/confirmations'
import { enqueueRemoteSignature } from '#lib/processes/revision-queue'
import { processCan } from '#lib/processes/rules'
import { limitRequests } from '../help/limits.ts'
import { asSigner, getActingSigner, lockSigningSession } from '../load.ts'
import { requireOtp } from '../rules.ts'
import type { CredentialChoice } from './schema.ts'

/**
 * The people of a link choose the certificate at the provider; until their signature is confirmed they may choose another
 * one. The signature is then prepared with it: its certificate is part of what is signed.
 */
export async function chooseCredential(ctx: Ctx, { id }: CredentialChoice): Promise<void> {
  await limitRequests('certificate', getActingSigner(ctx).tokenHash)
  await write(ctx, async (tx) => {
    const session = await lockSigningSession(tx, ctx)
    const { process, sharers } = session
    requireOtp(session)
    assertAllowed(processCan.sign(process), process)
    const signingCtx = { ...ctx, now: now() }
    const open = (await findConfirmations(tx, ctx, process.id)).flatMap((confirmation) => {
      const signer = sharers.find((sharer) => sharer.id === confirmation.signerId)
      const isOpen = signer && confirmation.status === 'waiting' && confirmation.choices.length > 0
      return isOpen ? [{ signer, confirmation }] : []
    })
    if (open.length === 0)
      throw new AppError('invalid_state', 'There is no certificate to choose.', {
        current_status: process.status,
      })
    for (const { signer, confirmation } of open) {
      const credential = confirmation.choices.find((choice) => choice.id === id)
      if (!credential) throw validationError({ id: [errorText('api.credentialUnknown', { id })] })
      if (confirmation.isChosen && confirmation.credential.id === id) continue
      await storeConfirmation(tx, signingCtx, process.id, {
        ...{ ...confirmation, credential, isChosen: true, failure: null, visit: null, isDoubtful: false },
        ...{ base: [], pending: [], signatures: {} },
      })
      await tx
        .update(signers)
        .set({ askAgainAt: null })
        .where(and(eq(signers.tenantId, ctx.tenantId), eq(signers.id, signer.id)))
      await recordAll(tx, asSigner(signingCtx, signer), { process: process.id }, [
        {
          type: 'signature.certificate_chosen',
          data: {
            process_id: process.id,
            signer_id: signer.id,
            name: signer.name,
            certificate_serial: getSerialNumber(fromStored(credential)),
          },
        },
      ])
    }
    await enqueueRemoteSignature(tx, ctx, process.id)
  })
}
