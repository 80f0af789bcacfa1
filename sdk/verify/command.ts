import type { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { parseVerifierKey } from '../../lib/core/transparency/note.ts'
import { checkPackage } from './check-package.ts'
import { UnreadablePackage } from './package-files.ts'
import { printReport } from './print.ts'
import { readPackage } from './read-package.ts'
import type { Report } from './report.ts'
import { parsePem, type Trust } from './trust.ts'

const usage = `paraph-verify <package.zip or folder> [--root root.pem] [--signer-root root.pem] [--tsa-root root.pem]
             [--log-key key] [--witness key] [--quorum number] [--json]

Verifies a package of a Paraph service: signatures, certificate chains, hashes, audit trail, and the place of the trail
in the transparency log. It reads the given files only, and needs no network.

--root         a PEM file with certificates that you trust to seal: the root of the service (\`roots\` of
               GET /api/v1/trust), or, where an organisation has a seal of its own or the service one of a public
               authority, the certificate of that seal itself. Below a root only certificates count that an authority
               of the same organisation has issued.
--signer-root  a PEM file with roots of providers that certify signers; for nothing else.
--tsa-root     a PEM file with roots of time-stamping authorities; without it a time stamp of theirs is a claim.
--log-key      the key of the transparency log (\`log.verifier_key\` of GET /api/v1/trust), from a source that you
               trust; without it the log proves nothing, as who made the package can have made up a log.
--witness      the key of a witness that you trust (\`log.witnesses\` of GET /api/v1/trust, or better from the witness
               itself: \`witness.verifier_key\` of its own GET /api/v1/trust); several times for several. A witness
               cosigns a log only while it grows, so that a rewritten log, or one made for you alone, lacks its line.
--quorum       how many of these must have cosigned; without it, all.
--json         prints the report as JSON.

Options for PEM files may be given several times. A signature that leads to no certificate that was given is neither
confirmed nor refuted.

Exit code: 0 everything holds; 1 something was changed or does not hold; 2 the package cannot be read, or the command
is wrong; 3 nothing was refuted, but not everything could be judged, as without --root or --log-key.`

const pemFiles = { type: 'string', multiple: true, default: [] as string[] } as const
const exitCodes: Record<Report['result'], number> = { valid: 0, invalid: 1, incomplete: 3 }

/**
 * @returns the exit code
 * @throws UnreadablePackage, also where the arguments are wrong
 */
export async function runCommand(args: string[], print: (text: string) => void): Promise<number> {
  const { values, positionals } = readArguments(args)
  if (values.help) {
    print(usage)
    return 0
  }
  const [path, ...more] = positionals
  if (!path || more.length > 0) throw new UnreadablePackage(usage)
  const trust = {
    roots: await readRoots(values.root),
    signerRoots: await readRoots(values['signer-root']),
    stampRoots: await readRoots(values['tsa-root']),
    logKey: readLogKey(values['log-key']),
    ...readWitnesses(values.witness, values.quorum),
    now: new Date(),
  }
  const report = await checkPackage(await readPackage(path), trust)
  print(values.json ? JSON.stringify(report, null, 2) : printReport(report))
  return exitCodes[report.result]
}

function readArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        root: pemFiles,
        'signer-root': pemFiles,
        'tsa-root': pemFiles,
        'log-key': { type: 'string' },
        witness: { type: 'string', multiple: true, default: [] },
        quorum: { type: 'string' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw new UnreadablePackage(`${(error as Error).message}\n\n${usage}`)
  }
}

async function readRoots(paths: string[]): Promise<X509Certificate[]> {
  const lists = await Promise.all(
    paths.map(async (path) => {
      const roots = await readFile(path, 'utf8')
        .then(parsePem)
        .catch(() => [])
      if (roots.length === 0) throw new UnreadablePackage(`${path} has no certificate in PEM.`)
      return roots
    }),
  )
  return lists.flat()
}

function readWitnesses(keys: string[], quorum: string | undefined): Pick<Trust, 'witnesses' | 'quorum'> {
  const witnesses = [...new Set(keys)].map((text) => {
    const key = parseVerifierKey(text, { isWitness: true })
    if (!key) throw new UnreadablePackage(`The key of a witness is malformed: ${text}`)
    return key
  })
  const count = quorum === undefined ? witnesses.length : Number(quorum)
  if (quorum !== undefined && !(Number.isInteger(count) && count >= 1 && count <= witnesses.length))
    throw new UnreadablePackage(`--quorum must be a number from 1 to that of the witnesses given: ${quorum}`)
  return { witnesses, quorum: count }
}

function readLogKey(text: string | undefined): Trust['logKey'] {
  if (text === undefined) return null
  const key = parseVerifierKey(text)
  if (!key) throw new UnreadablePackage(`The key of the log is malformed: ${text}`)
  return key
}
