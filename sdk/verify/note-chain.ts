import { createHash, type X509Certificate } from 'node:crypto'
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
}

/** The option that gives the certificates of authorities for a use. */
const options = { seal: '--root', signer: '--signer-root', 'time stamp': '--tsa-root' }

/** The certificates that count for a use: those of signers' providers and time stamps never make a seal. */
function rootsFor(use: Use, { roots, signerRoots, stampRoots }: Trust): X509Certificate[] {
  return [...roots, ...(use === 'signer' ? signerRoots : use === 'time stamp' ? stampRoots : [])]
}

/**
 * Says who vouches for a certificate, once per file. One that leads to none of the roots that were given is neither
 * confirmed nor refuted: it may be genuine, or of somebody who made up a package of their own.
 */
export function noteChain(
  { file, use, certificate, others, time }: Vouched,
  trust: Trust,
  findings: Findings,
): Chain {
  const roots = rootsFor(use, trust)
  const chain = findChain(certificate, others, roots, time)
  const [subject, last] = [chain.certificates[0], chain.certificates.at(-1)]
  if (!subject || !last || !chain.wasValid) {
    findings.add('trust', 'failed', `The certificate of a ${use} was not valid at the time.`, file)
    return chain
  }
  const isAccepted = use === 'seal' ? isSeal(chain) : chain.isTrusted
  const name = formatName(last.subject)
  const sha256 = createHash('sha256').update(last.raw).digest('hex')
  if (!findings.roots.get(sha256)?.isTrusted)
    findings.roots.set(sha256, { subject: name, sha256, isTrusted: chain.isTrusted })
  const said = `The ${use} of ${formatName(subject.subject)} leads to ${name}`
  const text = isAccepted
    ? `${said}, which was given.`
    : chain.isTrusted
      ? `${said}, which was given, but certifies others too: give the certificate of the seal itself (--root).`
      : roots.length > 0
        ? `${said}, which is not among the roots that were given (${options[use]}).`
        : `${said}; no root was given to compare with (${options[use]}).`
  const isKnown = findings.checks.some((check) => check.file === file && check.text === text)
  if (!isKnown) findings.add('trust', isAccepted ? 'passed' : 'unknown', text, file)
  return chain
}
