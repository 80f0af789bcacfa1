import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { PasskeyOptionsShape } from '#lib/identity/factors/schema'
import { startPasskey } from '#lib/identity/factors/start-passkey'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: route({
    summary: 'Get the options for a new passkey',
    description:
      'For `navigator.credentials.create()`. Passkeys belong to the host name of this installation and need user verification.',
    tag: 'Second factor',
    permission: 'factor.change',
    response: item(PasskeyOptionsShape),
    handler: (ctx) => startPasskey(ctx),
  }),
})
