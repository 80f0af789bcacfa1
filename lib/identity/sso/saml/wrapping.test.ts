import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { now } from '#lib/core/clock'
import { type LocalSamlProvider, openSamlProvider } from '#lib/testing/servers/saml-provider'
import { makeTenant } from '#lib/testing/users/tenant'
import type { SamlProvider } from '../find-provider.ts'
import { callbackUrl, getProviderHandle, metadataUrl } from '../links.ts'
import { addRequest } from './requests.ts'
import { readResponse } from './response.ts'
import { startSignIn } from './start.ts'

let local: LocalSamlProvider
let provider: SamlProvider

beforeAll(async () => {
  const { tenantId } = await makeTenant()
  local = await openSamlProvider({ ada: { nameId: 'ada@example.com' } })
  const id = getProviderHandle(tenantId)
  provider = {
    ...{ protocol: 'saml', id, name: 'Provider', issuer: local.entityId, ssoUrl: local.ssoUrl },
    ...{ certificates: [local.certificate], emailAttribute: null, nameAttribute: null },
    tenant: {
      ...{ id: tenantId, name: 'Heron', domains: ['example.com'], createUsers: false },
      ...{ defaultRole: 'user', trustsSecondFactor: false, updatedAt: now() },
    },
  }
})
afterAll(() => local.close())

/** A signed response to a new request, in parts. */
async function sign(signed: ('Assertion' | 'Response')[]) {
  const { url } = await startSignIn(provider)
  const xml = Buffer.from(local.respond(new URL(url), 'ada', { signed }), 'base64').toString()
  const [assertion] = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)!
  const [signature = ''] = /<ds:Signature .*<\/ds:Signature>/s.exec(assertion) ?? []
  const bare = assertion.replace(signature, '')
  const forge = (id: string) =>
    bare.replace('ada@example.com', 'grace@example.com').replace(/ ID="[^"]+"/, ` ID="${id}"`)
  const [, id = ''] = / ID="([^"]+)"/.exec(assertion)!
  return { xml, assertion, signature, bare, forge, id }
}
type Parts = Awaited<ReturnType<typeof sign>>

const read = (xml: string) => readResponse(provider, Buffer.from(xml).toString('base64'))

/** Where the signed assertion is hidden and another stands in its place ("On Breaking SAML", 2012, and later). */
const wrappings: [string, ('Assertion' | 'Response')[], (parts: Parts) => string][] = [
  [
    'beside it, first',
    ['Assertion'],
    ({ xml, assertion, forge }) => xml.replace(assertion, forge('_f') + assertion),
  ],
  [
    'beside it, last',
    ['Assertion'],
    ({ xml, assertion, forge }) => xml.replace(assertion, assertion + forge('_f')),
  ],
  [
    'around it',
    ['Assertion'],
    ({ xml, assertion, forge }) =>
      xml.replace(assertion, forge('_f').replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
  ],
  [
    'with its signature, before the bare original',
    ['Assertion'],
    ({ xml, assertion, signature, bare, forge }) =>
      xml.replace(assertion, forge('_f').replace('</saml:Issuer>', `</saml:Issuer>${signature}`) + bare),
  ],
  [
    'with its signature, which holds the original',
    ['Assertion'],
    ({ xml, assertion, signature, bare, forge }) => {
      const holding = signature.replace('</ds:Signature>', `<ds:Object>${bare}</ds:Object></ds:Signature>`)
      return xml.replace(assertion, forge('_f').replace('</saml:Issuer>', `</saml:Issuer>${holding}`))
    },
  ],
  [
    'with its signature and its ID, the original in an extension',
    ['Assertion'],
    ({ xml, assertion, signature, bare, forge, id }) => {
      const forged = forge(id).replace('</saml:Issuer>', `</saml:Issuer>${signature}`)
      return xml
        .replace(assertion, forged)
        .replace('<samlp:Status>', `<samlp:Extensions>${bare}</samlp:Extensions><samlp:Status>`)
    },
  ],
  [
    'with its ID, the signed one in an extension',
    ['Assertion'],
    ({ xml, assertion, forge, id }) =>
      xml
        .replace(assertion, forge(id))
        .replace('<samlp:Status>', `<samlp:Extensions>${assertion}</samlp:Extensions><samlp:Status>`),
  ],
  [
    'in a response around the signed one',
    ['Assertion', 'Response'],
    ({ xml, assertion, forge }) => {
      const outer = xml.replace(/ ID="[^"]+"/, ' ID="_o"').replace(/<ds:Signature .*?<\/ds:Signature>/s, '')
      return outer.replace(assertion, `<samlp:Extensions>${xml}</samlp:Extensions>${forge('_f')}`)
    },
  ],
  [
    'in a response whose signature holds the signed one',
    ['Assertion', 'Response'],
    ({ xml, assertion, forge }) => {
      const [first] = /<ds:Signature .*?<\/ds:Signature>/s.exec(xml)!
      const holding = first.replace(
        '</ds:Signature>',
        `<ds:Object>${xml.replace(first, '')}</ds:Object></ds:Signature>`,
      )
      return xml
        .replace(/ ID="[^"]+"/, ' ID="_o"')
        .replace(first, holding)
        .replace(assertion, forge('_f'))
    },
  ],
]

describe('an assertion that is not the signed one', () => {
  it.each(wrappings)('stands %s, and is refused', async (_, signed, wrap) => {
    const parts = await sign(signed)
    const wrapped = wrap(parts)
    expect(wrapped).toContain('grace@example.com')
    await expect(read(wrapped)).rejects.toThrow()
    // The same parts are good in their place.
    expect((await read(parts.xml)).claims).toMatchObject({ email: 'ada@example.com' })
  })
})

describe('a name with a comment', () => {
  it('is read to its end by the library, too', async () => {
    const nameId = 'ada@example.com<saml:x/>.evil.example'
    const account = { nameId }
    Object.assign(local.accounts, { split: account })
    const { url } = await startSignIn(provider)
    const { claims } = await readResponse(provider, local.respond(new URL(url), 'split'))
    expect(claims.email).toBe('ada@example.com.evil.example')
  })
})

describe('a response that takes long to read', () => {
  it.each([
    ['too many elements', '<a/>'.repeat(600)],
    ['too many bytes', `<a>${'x'.repeat(100_000)}</a>`],
  ])('is refused before its XML is read: %s', async (_, content) => {
    const { xml } = await sign(['Assertion'])
    await expect(read(xml.replace('</samlp:Response>', `${content}$&`))).rejects.toThrow('response_too_large')
  })

  it('is not refused because of 200 attributes', async () => {
    const attributes = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`group-${index}`, 'member']),
    )
    Object.assign(local.accounts, { many: { nameId: 'ada@example.com', attributes } })
    const { url } = await startSignIn(provider)
    const { claims } = await readResponse(provider, local.respond(new URL(url), 'many'))
    expect(claims.email).toBe('ada@example.com')
  })
})

describe('the URL of a request', () => {
  it('names this service and where the response goes', async () => {
    const { url, requestId } = await startSignIn(provider)
    const { inflateRawSync } = await import('node:zlib')
    const xml = inflateRawSync(
      Buffer.from(new URL(url).searchParams.get('SAMLRequest')!, 'base64'),
    ).toString()
    expect(xml).toContain(`ID="${requestId}"`)
    expect(xml).toContain(`>${metadataUrl(provider.id)}<`)
    expect(xml).toContain(`AssertionConsumerServiceURL="${callbackUrl(provider.id)}"`)
  })

  it('is stored once', async () => {
    const request = { tenantId: provider.tenant.id, requestId: '_twice' }
    await addRequest(request, now())
    await expect(addRequest(request, now())).rejects.toThrow()
  })
})
