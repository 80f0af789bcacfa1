import 'reflect-metadata'
import { X509Certificate } from 'node:crypto'
import { ExtendedKeyUsage, ExtendedKeyUsageExtension, Extension } from '@peculiar/x509'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ChainLink, makeChain } from '#lib/pades/fixtures/chain'
import { makeProcessFixture, signedElsewhere } from '#lib/pades/fixtures/process'
import type { SignatureReport, StampReport } from '#lib/pades/signature-report'
import { type VerifyReport, verifyPdf } from '#lib/pades/verify'
import { presentVerification } from './verification.ts'

const at = new Date('2026-03-01T00:00:00Z')
const stampedAt = '2026-02-01T00:00:00.000Z'

let report: VerifyReport

beforeAll(async () => {
  report = await verifyPdf(await signedElsewhere(await makeProcessFixture()))
})

/** The record of a signature below the first certificate of a chain. */
function present(chain: Uint8Array[], changes: Partial<SignatureReport> = {}) {
  const [certificate, ...otherCertificates] = chain.toReversed()
  const signature = { ...report.signatures[0]!, certificate: certificate!, otherCertificates, ...changes }
  const root = { certificate: new X509Certificate(chain[0]!), testMode: false, isOwn: false }
  const record = presentVerification({ ...report, signatures: [signature] }, [root], at)
  return { ...record.signatures[0]!, verdict: record.verdict }
}

function stampOf(certificates: Uint8Array[]): StampReport {
  return { time: stampedAt, certificates, weakness: null, level: 'T', revocations: [] }
}

const forStamps = new ExtendedKeyUsageExtension([ExtendedKeyUsage.timeStamping], true)

describe('a chain with a weak algorithm or key', () => {
  const weak: [string, ChainLink[], string | null, string | null][] = [
    ['SHA-1 on an authority', [{}, { hash: 'SHA-1' }, {}], 'SHA-1', null],
    ['SHA-1 on the signer', [{}, {}, { hash: 'SHA-1' }], 'SHA-1', null],
    ['an authority with RSA of 1,024 bits', [{}, { rsaBits: 1024 }, {}], null, 'RSA 1024'],
    ['an anchor with RSA of 1,024 bits', [{ rsaBits: 1024 }, {}], null, 'RSA 1024'],
  ]

  it.each(weak)('is not trusted: %s', async (_, links, algorithm, key) => {
    const { verdict, sub_indication, weak_algorithm, weak_key, intact } = present(await makeChain(...links))
    expect({ verdict, sub_indication, weak_algorithm, weak_key, intact }).toEqual({
      ...{ verdict: 'indeterminate', sub_indication: 'CRYPTO_CONSTRAINTS_FAILURE_NO_POE' },
      ...{ weak_algorithm: algorithm, weak_key: key, intact: true },
    })
  })

  it.each(weak)('of a time stamp proves nothing: %s', async (_, links, algorithm) => {
    const stamping = await makeChain(...links.slice(0, -1), { ...links.at(-1), extensions: [forStamps] })
    const timestamps = [stampOf(stamping.toReversed())]
    expect(present(stamping, { timestamps }).proven_at).toBeNull()
    const stamp = present(stamping, { subFilter: 'ETSI.RFC3161', signedAt: stampedAt })
    expect([stamp.proven_at, stamp.weak_algorithm]).toEqual([null, algorithm])
  })

  it('is trusted where only the root is signed with SHA-1, as it is trusted as it is', async () => {
    const chain = await makeChain({ hash: 'SHA-1' }, { rsaBits: 2048 }, { extensions: [] })
    expect(present(chain)).toMatchObject({ indication: 'TOTAL_PASSED', verdict: 'unchanged' })
  })

  it('proves a time with strong ones', async () => {
    const stamping = await makeChain({ hash: 'SHA-1' }, { rsaBits: 2048 }, { extensions: [forStamps] })
    const timestamps = [stampOf(stamping.toReversed())]
    expect(present(stamping, { timestamps }).proven_at).toBe(stampedAt)
  })
})

describe('an anchor that has ended', () => {
  const ended: ChainLink = { years: [2024, 2025] }

  it('is trusted all the same, as its validity is no condition of a path', async () => {
    const passed = { indication: 'TOTAL_PASSED', verdict: 'unchanged' }
    expect(present(await makeChain(ended, {}))).toMatchObject(passed)
    expect(present(await makeChain(ended, {}, {}))).toMatchObject(passed)
  })

  it('lets its time stamps prove a time', async () => {
    const proves = async (...links: ChainLink[]) => {
      const stamping = await makeChain(...links, { extensions: [forStamps] })
      return present(stamping, { timestamps: [stampOf(stamping.toReversed())] }).proven_at
    }
    expect(await proves(ended, {})).toBe(stampedAt)
    expect(await proves({}, ended)).toBeNull()
  })

  it('does not pass where it is an authority below it, or the signer', async () => {
    const outOfBounds = { indication: 'INDETERMINATE', sub_indication: 'OUT_OF_BOUNDS_NO_POE' }
    expect(present(await makeChain({}, ended, {}))).toMatchObject(outOfBounds)
    expect(present(await makeChain(ended))).toMatchObject(outOfBounds)
  })
})

describe('a critical extension that is unknown', () => {
  // It marks what an authority will certify later (RFC 6962, 3.1): it is no certificate yet.
  const poison = new Extension('1.3.6.1.4.1.11129.2.4.3', true, Buffer.of(5, 0))

  it('of an authority leaves no chain', async () => {
    const chain = await makeChain({}, { extensions: [poison] }, {})
    expect(present(chain).sub_indication).toBe('NO_CERTIFICATE_CHAIN_FOUND')
  })

  it('of a signer breaks the constraints', async () => {
    const chain = await makeChain({}, {}, { extensions: [poison] })
    expect(present(chain)).toMatchObject({
      ...{ indication: 'INDETERMINATE', sub_indication: 'CHAIN_CONSTRAINTS_FAILURE' },
    })
  })

  it('of a time-stamping authority proves nothing', async () => {
    const proves = async (extensions: Extension[]) => {
      const stamping = await makeChain({}, {}, { extensions: [forStamps, ...extensions] })
      const timestamps = [stampOf(stamping.toReversed())]
      return present(stamping, { timestamps }).proven_at
    }
    expect(await proves([])).toBe(stampedAt)
    expect(await proves([poison])).toBeNull()
  })
})
