import { createHash, type X509Certificate } from 'node:crypto'
import { isForTimeStamps, maySignDocuments } from '../../lib/pades/chains/certificate-use.ts'
import { findPathWeakness } from '../../lib/pades/chains/weakness.ts'
import type { Trust } from './check-package.ts'
import type { Findings } from './report.ts'
import { type Chain, findChain, formatName, isSeal } from './trust.ts'

/** What a certificate has signed: as the platform, as a signer, or as a time-stamping authority. */
type Use = 'seal' | 'signer' | 'time stamp'

interface Vouched {
  file: string
  use: Use
  certificate: Uint8Array
  others: readonly Uint8Array[]
  time: Date
  /** What is weak about the signature or its key, such as `SHA-1`; null of a strong one. */
  weakness: string | null
}

/** The option that gives the certificates of authorities for a use. */
const options = { seal: '--root', signer: '--signer-root', 'time stamp': '--tsa-root' }

/** The certificates that count for a use: those of signers' providers and time stamps never make a seal. */
function rootsFor(use: Use, { roots, signerRoots, stampRoots }: Trust): X509Certificate[] {
  return [...roots, ...(use === 'signer' ? signerRoots : use === 'time stamp' ? stampRoots : [])]
}

/**
 * Says who vouches for a certificate, once per file. One that leads to none of the roots that were given is neither
 * confirmed nor refuted: it may be genuine, or of somebody who made up a package of their own. Nor is one that is not for
 * such signatures, or whose signature or chain is weak.
 * @returns whether it counts
 */
export function noteChain(vouched: Vouched, trust: Trust, findings: Findings): boolean {
  const { file, use, certificate, others, time } = vouched
  const roots = rootsFor(use, trust)
  const chain = findChain(certificate, others, roots, time)
  const [subject, last] = [chain.certificates[0], chain.certificates.at(-1)]
  if (!subject || !last || !chain.wasValid) {
    findings.add('trust', 'failed', `The certificate of a ${use} was not valid at the time.`, file)
    return false
  }
  const name = formatName(last.subject)
  const sha256 = createHash('sha256').update(last.raw).digest('hex')
  if (!findings.roots.get(sha256)?.isTrusted)
    findings.roots.set(sha256, { subject: name, sha256, isTrusted: chain.isTrusted })
  const isGiven = roots.some(({ raw }) => raw.equals(last.raw))
  const doubt = isGiven ? findDoubt(vouched, chain) : null
  const isAccepted = isGiven && doubt === null
  const said = `The ${use} of ${formatName(subject.subject)} leads to ${name}`
  const text = isGiven
    ? `${said}, which was given${doubt === null ? '' : `, but ${doubt}`}.`
    : roots.length > 0
      ? `${said}, which is not among the roots that were given (${options[use]}).`
      : `${said}; no root was given to compare with (${options[use]}).`
  const isKnown = findings.checks.some((check) => check.file === file && check.text === text)
  if (!isKnown) findings.add('trust', isAccepted ? 'passed' : 'unknown', text, file)
  return isAccepted
}

/** Why a certificate that leads to one that was given does not count, as the end of a sentence; null if it does. */
function findDoubt({ use, weakness }: Vouched, chain: Chain): string | null {
  if (!chain.isTrusted) return 'a certificate between does not permit it'
  if (!chain.wasLastValid) return 'was not valid at the time'
  const [subject] = chain.certificates
  const isForThis = use === 'time stamp' ? isForTimeStamps : maySignDocuments
  if (!isForThis(subject!))
    return `its certificate is not one for ${use === 'time stamp' ? 'time stamps' : 'documents'}`
  const issuing = findPathWeakness(chain.certificates)
  const weak = weakness ?? issuing.algorithm ?? issuing.key
  if (weak) return `it is not secure any more: ${weak}`
  return use === 'seal' && !isSeal(chain)
    ? 'certifies others too: give the certificate of the seal itself (--root)'
    : null
}
