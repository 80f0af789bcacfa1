import type { Reader } from '#db/tenancy/tenant'
import type { RecordedEvent } from '#lib/audit/trail'
import { addSeconds } from '#lib/core/clock'
import type { Ctx } from '#lib/core/ctx'
import { processCan, signerCan } from '#lib/processes/rules'
import { findDelegations } from '#lib/processes/signers/delegate'
import { signingUrl } from '#lib/processes/signers/link'
import { codeLimits, oneTimeCode } from '#lib/signing/one-time-code/one-time-code'
import type { Mail } from './mail.ts'
import { listNotifiableSigners, loadMailContext, type ProcessMailContext } from './mail-context.ts'
import { writeCodeEmail } from './templates/code.ts'
import { writeHandedOverEmail, writeReminderEmail, writeRequestEmail } from './templates/requests.ts'

/**
 * To the signer whose turn it is, with who handed over to them. Recipients invited at the end get the document
 * instead.
 */
export async function makeInvitationMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const signerId = Number(event.data.signer_id)
  const delegation = (await findDelegations(reader, ctx, signerId)).at(-1)
  return makeRequestMails(
    await loadMailContext(reader, ctx, event, [signerId]),
    delegation
      ? (process, request) =>
          writeHandedOverEmail(process, {
            ...request,
            delegator: delegation.fromName,
            reason: delegation.reason,
          })
      : writeRequestEmail,
  )
}

/** To the reminded signer, if it is still their turn. */
export async function makeReminderMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  return makeRequestMails(
    await loadMailContext(reader, ctx, event, [Number(event.data.signer_id)]),
    writeReminderEmail,
  )
}

/** The one-time code to the signer, unless it was replaced or has expired. */
export async function makeCodeMails(reader: Reader, ctx: Ctx, event: RecordedEvent): Promise<Mail[]> {
  const context = await loadMailContext(reader, ctx, event, [Number(event.data.signer_id)])
  const signer = context?.signers[0]
  if (!context || signer?.otpSentAt?.getTime() !== event.occurredAt.getTime()) return []
  if (addSeconds(event.occurredAt, codeLimits.validSeconds) <= ctx.now) return []
  const code = oneTimeCode(signer.id, event.occurredAt)
  const minutes = codeLimits.validSeconds / 60
  return [
    {
      to: signer.email,
      signer: { processId: context.row.id, signerId: signer.id },
      body: writeCodeEmail(context.process, { locale: signer.locale, code, minutes }),
    },
  ]
}

function makeRequestMails(context: ProcessMailContext | null, template: typeof writeRequestEmail): Mail[] {
  if (!context || !processCan.sign(context.row).allowed) return []
  const { process, documents, row } = context
  return listNotifiableSigners(context)
    .filter((signer) => signerCan.sign(signer).allowed)
    .flatMap((signer) => {
      const { role, email, locale, subject } = signer
      const link = signingUrl(signer)
      if (!link) return []
      return [
        {
          to: email,
          signer: { processId: row.id, signerId: signer.id },
          body: template(process, {
            ...{ locale, role, link, documents, subject },
            until: row.expiresAt,
            message: signer.message ?? row.options.message,
          }),
        },
      ]
    })
}
