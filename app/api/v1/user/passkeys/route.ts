import { CreationOrder } from '#lib/core/shapes'
import { Paging } from '#lib/http/request/paging'
import { item, page } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { addPasskey } from '#lib/identity/factors/add-passkey'
import { listPasskeys } from '#lib/identity/factors/list-passkeys'
import { NewPasskeyInput, NewPasskeyShape, PasskeyShape } from '#lib/identity/factors/schema'

const tag = 'Second factor'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'List your passkeys',
    tag,
    permission: 'factor.read',
    query: Paging.extend(CreationOrder.shape),
    response: page(PasskeyShape),
    handler: (ctx, { query }) => listPasskeys(ctx, query),
  }),
  POST: route({
    summary: 'Add a passkey',
    description:
      'Takes the `challenge` of `POST /user/passkeys/options`, which works once, and the credential that the browser created. With the first factor your other sessions end, and the response has ten recovery codes, which are shown only once. At most 10 passkeys.',
    tag,
    permission: 'factor.change',
    body: NewPasskeyInput,
    response: item(NewPasskeyShape, { status: 201, location: () => '/api/v1/user/passkeys' }),
    handler: (ctx, { body }) => addPasskey(ctx, body),
  }),
})
