import type { Tx } from '#db/tenancy/tenant'
import type { Ctx } from '#lib/core/ctx'
import { plainJson } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { choosePassword } from '#lib/identity/passwords/choose-password'
import { ChoosePasswordInput, MessageShape } from '#lib/identity/schema'
import { deleteSeal } from '#lib/keys/seals/remove-seal'
import { deleteSigningService } from '#lib/keys/signing-service/remove-signing-service'
import { restartConfirmations } from '#lib/processes/confirmations'
import { deleteAllWebhooks } from '#lib/webhooks/delete'

/** Ends what acts for those who signed the organisation up, without a user. */
async function endOtherAccess(tx: Tx, ctx: Ctx): Promise<void> {
  await deleteAllWebhooks(tx, ctx)
  await deleteSeal(tx, ctx)
  await deleteSigningService(tx, ctx, restartConfirmations)
}

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Reset a password',
    description:
      'Takes the token of the link in the password reset email, which is valid for one hour and works once. Ends all sessions of the user. In an organisation whose address nobody has confirmed, which somebody else may have signed up, it also removes API keys, webhooks, second factors, the identity provider, other users, the sender of emails, the seal, the signing service and consent texts. Documents and templates stay.',
    tag: 'Authentication',
    permission: 'public',
    refusals: ['sso_required'],
    body: ChoosePasswordInput,
    response: plainJson(MessageShape),
    handler: (requestMeta, { body }) => choosePassword(requestMeta, 'recovery', body, endOtherAccess),
  }),
})
