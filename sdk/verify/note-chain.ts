import type { X509Certificate } from 'node:crypto'
import { sha256Hex } from '../../lib/core/ids.ts'
import { isForTimeStamps, maySignDocuments } from '../../lib/pades/chains/certificate-use.ts'
import { findPathWeakness } from '../../lib/pades/chains/weakness.ts'
import { formatName } from '../../lib/pades/cms/names.ts'
import { isOfFuture } from '../../lib/pades/time-stamps/proofs.ts'
import type { Findings } from './report.ts'
import { type Chain, findChain, isSeal, type Trust } from './trust.ts'

/** What a certificate has signed: as the platform, as a signer, or as a time-stamping authority. */
type Use = 'seal' | 'signer' | 'time stamp'

interface Vouched {
  use: Use
  certificate: Uint8Array
  others: readonly Uint8Array[]
  /** When it was signed: by a time stamp, or by its own word. */
  time: Date
  /** Since when it is known to exist: by a time stamp over it, else the time of the verification. */
  existedAt: Date
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
 * such signatures, or whose signature or chain is weak, or that has ended since without a proof that the signature is older
 * (EN 319 102-1, 5.5.4). A time stamp of which that is so takes nothing from signatures that need none.
 * @returns whether it counts
 */
export function noteChain(file: string, vouched: Vouched, trust: Trust, findings: Findings): boolean {
  const { use } = vouched
  const { chain, roots, isGiven, doubt, end, isAccepted } = judgeChain(vouched, trust)
  const [subject, last] = [chain.certificates[0], chain.certificates.at(-1)]
  if (!subject || !last || !chain.wasValid) {
    findings.add('trust', 'failed', `The certificate of a ${use} was not valid at the time.`, file)
    return false
  }
  const name = formatName(last.subject)
  const sha256 = sha256Hex(last.raw)
  if (!findings.roots.get(sha256)?.isTrusted)
    findings.roots.set(sha256, { subject: name, sha256, isTrusted: chain.isTrusted })
  const said = `The ${use} of ${formatName(subject.subject)} leads to ${name}`
  const text = isGiven
    ? `${said}, which was given${doubt || end ? `, but ${doubt ?? end}` : ''}.`
    : roots.length > 0
      ? `${said}, which is not among the roots that were given (${options[use]}).`
      : `${said}; no root was given to compare with (${options[use]}).`
  const isKnown = findings.checks.some((check) => check.file === file && check.text === text)
  const isNeedless = use === 'time stamp' && isGiven && doubt === null
  if (!isKnown) findings.add('trust', isAccepted || isNeedless ? 'passed' : 'unknown', text, file)
  return isAccepted
}

/** Whether a certificate counts, as `noteChain` says it. */
export function isVouchedFor(vouched: Vouched, trust: Trust): boolean {
  return judgeChain(vouched, trust).isAccepted
}

function judgeChain(vouched: Vouched, trust: Trust) {
  const { use, certificate, others, time, existedAt } = vouched
  const roots = rootsFor(use, trust)
  const chain = findChain(certificate, others, roots, time, existedAt)
  const last = chain.certificates.at(-1)
  const isGiven = last !== undefined && roots.some(({ raw }) => raw.equals(last.raw))
  const doubt = isGiven ? findDoubt(vouched, chain, trust) : null
  const end = chain.ended && describeEnd(chain.ended, use)
  const isAccepted = chain.wasValid && isGiven && doubt === null && end === null
  return { chain, roots, isGiven, doubt, end, isAccepted }
}

/** What it means that a certificate had ended when the signature is first known to exist, as the end of a sentence. */
function describeEnd({ subject, validToDate }: X509Certificate, use: Use): string {
  const consequence =
    use === 'time stamp' ? 'so that it proves no time any more' : 'and nothing proves that it signed before'
  return `the certificate of ${formatName(subject)} ended on ${validToDate.toISOString().slice(0, 10)}, ${consequence}`
}

/** Why a certificate that leads to one that was given does not count, as the end of a sentence; null if it does. */
function findDoubt({ use, weakness, time }: Vouched, chain: Chain, { now }: Trust): string | null {
  if (!chain.isTrusted) return 'a certificate between does not permit it'
  if (!chain.wasLastValid) return 'was not valid at the time'
  if (isOfFuture(time.toISOString(), now)) return 'its time is later than that of this machine'
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
