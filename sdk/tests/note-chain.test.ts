import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { ExtendedKeyUsage, ExtendedKeyUsageExtension, Extension } from '@peculiar/x509'
import { describe, expect, it } from 'vitest'
import { type ChainLink, makeChain, makeKeys } from '../../lib/pades/fixtures/chain.ts'
import { noteChain } from '../verify/note-chain.ts'
import { Findings } from '../verify/report.ts'

const extendedKeyUsage = (use: keyof typeof ExtendedKeyUsage) =>
  new ExtendedKeyUsageExtension([ExtendedKeyUsage[use]], true)
const forStamps = { extensions: [extendedKeyUsage('timeStamping')] }
const forEmail = { extensions: [extendedKeyUsage('emailProtection')] }

const time = new Date('2025-01-01')

/** The outcome for the last certificate of a chain, with the first one given, or others. */
function judge(
  use: 'signer' | 'time stamp',
  chain: Uint8Array[],
  {
    weakness = null,
    roots = chain.slice(0, 1),
    existedAt = time,
  }: { weakness?: string | null; roots?: Uint8Array[]; existedAt?: Date } = {},
) {
  const findings = new Findings()
  const given = roots.map((der) => new X509Certificate(der))
  const trust = { logKey: null, witnesses: [], quorum: 0, roots: [], now: existedAt }
  const [certificate, ...others] = chain.toReversed()
  const isAccepted = noteChain(
    'a.pdf',
    { use, certificate: certificate!, others, time, existedAt, weakness },
    { ...trust, signerRoots: given, stampRoots: given },
    findings,
  )
  const [check] = findings.checks
  const isNeedless = check!.text.endsWith('proves no time any more.')
  expect(isAccepted).toBe(check!.outcome === 'passed' && !isNeedless)
  return [check!.outcome, check!.text.split(', ').at(-1)]
}

const unknown = (text: string) => ['unknown', expect.stringContaining(text)]
const passed = ['passed', 'which was given.']

describe('a certificate below a root that was given', () => {
  it('of a time stamp counts where it is one for time stamps', async () => {
    expect(judge('time stamp', await makeChain({}, forStamps))).toEqual(passed)
    expect(judge('time stamp', await makeChain({}, forEmail))).toEqual(unknown('not one for time stamps'))
    expect(judge('time stamp', await makeChain({}, {}))).toEqual(unknown('not one for time stamps'))
  })

  it('of a signer counts where it is one for documents', async () => {
    expect(judge('signer', await makeChain({}, forEmail))).toEqual(passed)
    expect(judge('signer', await makeChain({}, forStamps))).toEqual(unknown('not one for documents'))
  })

  it.each<[string, ChainLink[]]>([
    ['an authority that may have none below', [{}, { pathLength: 0 }, {}, {}]],
    [
      'a critical extension that is unknown',
      [{}, { extensions: [new Extension('1.2.3.4', true, Buffer.of(5, 0))] }, {}],
    ],
    [
      'an authority for some names',
      [{}, { extensions: [new Extension('2.5.29.30', true, Buffer.of(0x30, 0))] }, {}],
    ],
  ])('does not count by %s', async (_, links) => {
    expect(judge('signer', await makeChain(...links))).toEqual(unknown('does not permit it'))
  })

  it('does not count with a weak algorithm or key, of its own or above', async () => {
    const strong = await makeChain({}, {})
    expect(judge('signer', strong)).toEqual(passed)
    expect(judge('signer', strong, { weakness: 'MD5' })).toEqual(unknown('MD5'))
    expect(judge('signer', await makeChain({}, { hash: 'SHA-1' }, {}))).toEqual(unknown('SHA-1'))
    expect(judge('signer', await makeChain({}, { rsaBits: 1024 }, {}))).toEqual(unknown('RSA 1024'))
  })
})

describe('the validity of certificates', () => {
  it('of two of one root, whichever comes first, is that of the one that was valid', async () => {
    const keys = await makeKeys({})
    const [renewed] = await makeChain({ keys, years: [2030, 2044] }, {})
    const chain = await makeChain({ keys, years: [2020, 2031] }, {})
    const [old] = chain
    expect(judge('signer', chain, { roots: [renewed!, old!] })).toEqual(passed)
    expect(judge('signer', chain, { roots: [old!, renewed!] })).toEqual(passed)
    // Its period is no condition of the path, so that the other one refutes nothing.
    expect(judge('signer', chain, { roots: [renewed!] })).toEqual(unknown('was not valid at the time'))
  })

  it('of the others refutes, unless one with the same name and key was valid', async () => {
    expect(judge('signer', await makeChain({}, { years: [2030, 2044] }))[0]).toBe('failed')
    expect(judge('signer', await makeChain({}, { years: [2030, 2044] }, {}))[0]).toBe('failed')
    const [rootKeys, keys] = [await makeKeys({}), await makeKeys({})]
    const [, renewed] = await makeChain({ keys: rootKeys }, { keys, years: [2030, 2044] }, {})
    const [root, old, signer] = await makeChain({ keys: rootKeys }, { keys, years: [2020, 2031] }, {})
    for (const authorities of [
      [old!, renewed!],
      [renewed!, old!],
    ]) {
      const chain = [root!, ...authorities, signer!]
      expect(judge('signer', chain)).toEqual(passed)
      expect(judge('signer', chain, { roots: [] })[0]).toBe('unknown')
    }
  })
})

describe('a certificate that has ended since', () => {
  const existedAt = new Date('2040-01-01')
  const brief = { years: [2020, 2031] as [number, number] }

  it('does not count without a proof that the signature is older', async () => {
    const chain = await makeChain({}, brief)
    expect(judge('signer', chain)).toEqual(passed)
    expect(judge('signer', chain, { existedAt })).toEqual(unknown('nothing proves that it signed before'))
    expect(judge('signer', await makeChain({}, brief, {}), { existedAt })[0]).toBe('unknown')
    // The period of the root is no condition.
    expect(judge('signer', await makeChain(brief, {}), { existedAt })).toEqual(passed)
  })

  it('counts by an authority with the same name and key that has not', async () => {
    const [rootKeys, keys] = [await makeKeys({}), await makeKeys({})]
    const [, renewed] = await makeChain({ keys: rootKeys }, { keys }, {})
    const [root, old, signer] = await makeChain({ keys: rootKeys }, { keys, ...brief }, {})
    expect(judge('signer', [root!, old!, renewed!, signer!], { existedAt })).toEqual(passed)
    expect(judge('signer', [root!, renewed!, old!, signer!], { existedAt })).toEqual(passed)
  })

  it('of a time stamp makes its time a claim', async () => {
    const chain = await makeChain({}, { ...forStamps, ...brief })
    const claim = ['passed', 'so that it proves no time any more.']
    expect(judge('time stamp', chain, { existedAt })).toEqual(claim)
  })

  it('signed in the future: the clock of one of them is wrong', async () => {
    const chain = await makeChain({}, {})
    expect(judge('signer', chain, { existedAt: new Date('2024-01-01') })).toEqual(
      unknown('later than that of this machine'),
    )
  })
})
