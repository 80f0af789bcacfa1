import { beforeAll, describe, expect, it } from 'vitest'
import type { SigningIdentity } from '../cms/identity.ts'
import { type TestAuthority, testAuthority } from '../fixtures/authority.ts'
import { makeList, signList } from '../fixtures/trusted-list.ts'
import { readTrustedList } from './trusted-list.ts'

const namespace = 'http://uri.etsi.org/02231/v2#'
let authority: TestAuthority
let operator: SigningIdentity
let list: string

beforeAll(async () => {
  authority = await testAuthority('Listed CA')
  operator = await authority.identity('Scheme operator')
  list = await signList(
    makeList({
      services: [
        {
          certificate: authority.certificate,
          periods: [
            { status: 'withdrawn', from: '2026-01-01', purposes: ['ForeSeals'] },
            { status: 'granted', from: '2025-01-01', purposes: ['ForeSignatures'] },
          ],
        },
        { certificate: authority.certificate, periods: [{ status: 'withdrawn', from: '2025-01-01' }] },
      ],
    }),
    operator,
  )
})

const read = (xml: string) => readTrustedList(Buffer.from(xml))

describe('a trusted list', () => {
  it('names its services, with their history, and who signed it', () => {
    const { services, ...facts } = read(list)
    expect(facts).toMatchObject({ territory: 'XX', sequenceNumber: 1, otherSigners: [] })
    expect(facts.nextUpdate).toBe('2044-01-01T00:00:00.000Z')
    expect(Buffer.from(facts.signer).equals(operator.certificate)).toBe(true)
    expect(services).toHaveLength(1)
    expect(services[0]).toMatchObject({ type: 'CA/QC', provider: 'Trust & Co', name: 'Service CA/QC' })
    expect(services[0]!.history.map(({ from, isGranted, purposes }) => [from, isGranted, purposes])).toEqual([
      ['2026-01-01T00:00:00.000Z', false, ['eseal']],
      ['2025-01-01T00:00:00.000Z', true, ['esign']],
    ])
  })

  it.each([
    ['comments', (xml: string) => xml.replace('<TSPName>', '<!-- who --><TSPName>')],
    ['CDATA', (xml: string) => xml.replace('>Trust &amp; Co<', '><![CDATA[Trust & Co]]><')],
    ['references to characters', (xml: string) => xml.replace('>Trust ', '>&#84;rust&#x20;')],
    ['elements without an end tag', (xml: string) => xml.replaceAll('></Qualifications>', '/>')],
    ['other quotes and spaces', (xml: string) => xml.replace(' Id="list" ', "\n  Id = 'list' ")],
    ['attributes in another order', (xml: string) => xml.replace(/(Id="list") (TSLTag="[^"]+")/, '$2 $1')],
    [
      'namespaces that nothing uses',
      (xml: string) => xml.replace(' Id="list"', ' xmlns:x="urn:x" Id="list"'),
    ],
    ['line ends of Windows in tags', (xml: string) => xml.replace(' Id="list"', '\r\nId="list"')],
    ['an XML declaration', (xml: string) => `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`],
    ['a byte order mark', (xml: string) => `\ufeff${xml}`],
  ])('is the same with %s', (_, write) => {
    const written = write(list)
    expect(written).not.toBe(list)
    expect(read(written)).toEqual(read(list))
  })

  it.each([
    ['a status', (xml: string) => xml.replace('Svcstatus/withdrawn', 'Svcstatus/granted')],
    ['a space', (xml: string) => xml.replace('<TSPName>', '<TSPName> ')],
    ['an attribute', (xml: string) => xml.replace('Critical="true"', 'Critical="false"')],
    ['a namespace', (xml: string) => xml.replace('02231/v2#', '02231/v3#')],
    ['an instruction', (xml: string) => `<?xml-stylesheet href="x"?>${xml}`],
    [
      'an element after the signature',
      (xml: string) => xml.replace('</ds:Signature>', '</ds:Signature><More/>'),
    ],
    [
      'an Id within the signature',
      (xml: string) => xml.replace('<ds:Object>', '<ds:Object Id="properties">'),
    ],
    [
      'its signed properties',
      (xml: string) => xml.replace('<xades:SignedSignatureProperties>', '<xades:SignedSignatureProperties> '),
    ],
    [
      'what is signed',
      (xml: string) =>
        xml.replace(/(DigestValue>)(.)/, (_, tag, letter) => `${tag}${letter === 'A' ? 'B' : 'A'}`),
    ],
    ['its algorithm', (xml: string) => xml.replace('#ecdsa-sha256', '#ecdsa-sha1')],
    [
      'its transforms',
      (xml: string) => xml.replace(/<ds:Transform Algorithm="[^"]+enveloped[^>]+><\/ds:Transform>/, ''),
    ],
    ['two signatures', (xml: string) => xml.replace(/(<ds:Signature .+<\/ds:Signature>)/, '$1$1')],
    ['no signature', (xml: string) => xml.replace(/<ds:Signature .+<\/ds:Signature>/, '')],
    ['a document type', (xml: string) => `<!DOCTYPE x [<!ENTITY a "b">]>${xml}`],
    ['deep nesting', (xml: string) => xml.replace('<TSPName>', `<TSPName>${'<a>'.repeat(200)}`)],
    ['another root', () => '<list/>'],
    ['no XML', () => 'list'],
  ])('is refused with another form of %s', (_, change) => {
    const changed = change(list)
    expect(changed).not.toBe(list)
    expect(() => read(changed)).toThrow(expect.objectContaining({ name: 'ListError' }))
  })

  it.each([
    ['</ds:Signature>', (service: string) => `<ds:Object xmlns="${namespace}">${service}</ds:Object>`],
    [
      '</xades:QualifyingProperties>',
      (service: string) =>
        `<xades:UnsignedProperties xmlns="${namespace}">${service}</xades:UnsignedProperties>`,
    ],
    [
      '</ds:Signature>',
      (service: string) =>
        `<ds:Object xmlns="${namespace}"><TrustServiceStatusList><TrustServiceProviderList><TrustServiceProvider><TSPInformation><TSPName><Name>Other</Name></TSPName></TSPInformation><TSPServices>${service}</TSPServices></TrustServiceProvider></TrustServiceProviderList></TrustServiceStatusList></ds:Object>`,
    ],
  ])('has no services that stand within its signature, before %s', async (end, wrap) => {
    const other = await testAuthority('Other CA')
    const periods = [{ status: 'granted', from: '2025-01-01' }]
    const [service] = /<TSPService>.*<\/TSPService>/.exec(
      makeList({ services: [{ certificate: other.certificate, periods }] }),
    )!
    // Both before the list and after it.
    const [signature] = /<ds:Signature .+<\/ds:Signature>/.exec(list)!
    const wrapped = signature.replace(end, `${wrap(service)}${end}`)
    expect(read(list.replace(signature, wrapped))).toEqual(read(list))
    const first = list.replace(signature, '').replace('<SchemeInformation>', `${wrapped}<SchemeInformation>`)
    expect(read(first)).toEqual(read(list))
  })

  it('is refused without a sequence number', async () => {
    for (const text of ['', '1.5', 'one']) {
      const unsigned = makeList({}).replace(/(<TSLSequenceNumber>)1/, `$1${text}`)
      const changed = await signList(unsigned, operator)
      expect(() => read(changed)).toThrow('It has no sequence number.')
    }
  })

  it('is refused where another certificate is named', async () => {
    const other = await authority.identity('Somebody else')
    const named = list.replace(
      /(<ds:X509Certificate>)[^<]+/,
      `$1${Buffer.from(other.certificate).toString('base64')}`,
    )
    expect(() => read(named)).toThrow('does not match')
  })

  it('of the lists names the signers of others; any other list names none', async () => {
    const pointers = [{ territory: 'YY', certificate: operator.certificate }]
    const ofLists = await signList(makeList({ territory: 'EU', pointers }), operator)
    expect(read(ofLists).otherSigners.map(({ territory }) => territory)).toEqual(['YY'])
    const national = await signList(makeList({ pointers }).replace('EUlistofthelists', 'EUgeneric'), operator)
    expect(read(national).otherSigners).toEqual([])
  })
})
