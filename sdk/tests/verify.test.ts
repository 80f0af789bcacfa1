import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read } from '../../db/tenancy/tenant.ts'
import { eventHash, GENESIS_HASH, isChainIntact, logEntry } from '../../lib/audit/chain.ts'
import { appendHead } from '../../lib/audit/log/append.ts'
import { loadLogKey } from '../../lib/audit/log/log-key.ts'
import { findLoggedHead, proveHead } from '../../lib/audit/log/proof.ts'
import { describeLog } from '../../lib/audit/log/published.ts'
import { addCheckpoint } from '../../lib/audit/witness/add-checkpoint.ts'
import { loadWitnessKey } from '../../lib/audit/witness/witness-key.ts'
import { addDays, now } from '../../lib/core/clock.ts'
import { env } from '../../lib/core/env.ts'
import { formatAddCheckpoint } from '../../lib/core/transparency/add-checkpoint.ts'
import {
  formatCheckpoint,
  formatLogProof,
  parseCheckpoint,
  parseLogProof,
} from '../../lib/core/transparency/checkpoint.ts'
import { cosign } from '../../lib/core/transparency/cosignature.ts'
import { makeTiles } from '../../lib/core/transparency/fixtures/memory-log.ts'
import { leafHash, MerkleTree } from '../../lib/core/transparency/merkle.ts'
import {
  formatNote,
  formatSignatureLine,
  formatVerifierKey,
  parseNote,
  signNote,
} from '../../lib/core/transparency/note.ts'
import { documentReferences } from '../../lib/document-references.ts'
import { createFolder } from '../../lib/folders/create.ts'
import { loadPlatformIdentity } from '../../lib/keys/identities.ts'
import { signDigest } from '../../lib/pades/cms/cms.ts'
import { buildPdf } from '../../lib/pdf/fixtures/build.ts'
import { expireDue } from '../../lib/processes/scheduled.ts'
import { removeSigner } from '../../lib/processes/signers/correct.ts'
import { updateProcess } from '../../lib/processes/update.ts'
import { voidProcess } from '../../lib/processes/void.ts'
import { addCompleted, signAs } from '../../lib/testing/records/completed.ts'
import { addDocument, addDraft } from '../../lib/testing/records/records.ts'
import { getSealingKey } from '../../lib/testing/records/sealing-key.ts'
import { addSentProcess, runRevisions } from '../../lib/testing/records/signing-session.ts'
import { makeTenant, type TestTenant } from '../../lib/testing/users/tenant.ts'
import { unzip } from '../../lib/testing/values/unzip.ts'
import { downloadArchive } from '../../lib/vault/download/of-process.ts'
import { checkPdf } from '../verify/check-pdf.ts'
import { runCommand } from '../verify/command.ts'
import { Findings, type Report } from '../verify/report.ts'
import { root } from './install.ts'

type Files = Map<string, Buffer>
type Json = Record<string, unknown>

let folder: string
let tenant: TestTenant
let files: Files
let zip: Buffer
/** The arguments with what a verifier has from elsewhere. */
let trusted: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paraph-verify-'))
  // Nothing of the repository is beside the command: it runs as it is published.
  await run(process.execPath, [join(root, 'sdk/verify/build.mjs'), join(folder, 'dist')])
  tenant = await makeTenant()
  const documents = [
    await addDocument(tenant, { name: 'Lease' }),
    await addDocument(tenant, { name: 'Annex' }),
  ]
  const { id } = await addCompleted(tenant, { documents: documents.map((document) => ({ id: document.id })) })
  zip = Buffer.concat(await (await downloadArchive(tenant.ctx, id)).body().toArray())
  files = unzip(zip)
  const { chain } = await getSealingKey(tenant.ctx, false)
  await writeFile(join(folder, 'root.pem'), new X509Certificate(chain.at(-1)!).toString())
  const { key } = await describeLog()
  trusted = ['--root', join(folder, 'root.pem'), '--log-key', key]
}, 60_000)
afterAll(async () => {
  await rm(folder, { recursive: true })
})

function run(program: string, args: string[]): Promise<{ code: number; output: string; errors: string }> {
  return new Promise((resolve) => {
    // No module of the repository can be found from here.
    execFile(program, args, { cwd: folder ?? root, maxBuffer: 1e8 }, (error, output, errors) =>
      resolve({ code: error ? Number(error.code) : 0, output, errors }),
    )
  })
}

const verify = (...args: string[]) => run(process.execPath, [join(folder, 'dist/main.js'), ...args])

let packages = 0
/** Writes a package as a folder. */
async function write(content: Files): Promise<string> {
  const target = join(folder, `package-${++packages}`)
  for (const [path, bytes] of content) {
    await mkdir(dirname(join(target, path)), { recursive: true })
    await writeFile(join(target, path), bytes)
  }
  return target
}

/** As the command, without a process for each package. */
async function judge(content: Files, ...args: string[]) {
  const output: string[] = []
  const code = await runCommand(
    [await write(content), '--json', ...(args.length > 0 ? args : trusted)],
    (text) => output.push(text),
  )
  const report = JSON.parse(output.join('\n')) as Report
  const failed = report.checks.filter(({ outcome }) => outcome === 'failed')
  return { code, report, failed: [...new Set(failed.map(({ id }) => id))].sort() }
}

const noRoots = { roots: [], signerRoots: [], stampRoots: [] }
const noTrust = { ...noRoots, logKey: null, witnesses: [], quorum: 0, now: new Date() }

const readJson = (content: Files, path: string) => JSON.parse(content.get(path)!.toString()) as Json
const toBuffer = (value: object) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The manifest for changed files, as their hashes are now; with the key of the operator, signed again. */
async function rewriteManifest(content: Files, changes: object = {}, { signed = true } = {}): Promise<Files> {
  const manifest = { ...readJson(content, 'manifest.json'), ...changes }
  const parts = (manifest.parts as { path: string }[]).map(({ path }) => ({
    path,
    sha256: sha256(content.get(path)!),
  }))
  const bytes = toBuffer({ ...manifest, parts })
  const { certificate, chain, sign } = await loadPlatformIdentity(tenant.ctx, false)
  const digest = createHash('sha256').update(bytes).digest()
  const cms = await signDigest(digest, { certificate, chain, sign }, { signedAt: now() })
  const rewritten = new Map(content).set('manifest.json', bytes)
  return signed ? rewritten.set('manifest.json.p7s', cms) : rewritten
}

/** The trail with another address of a signer, all hashes computed again. */
function rewriteTrail(content: Files): { trail: Json; head: string } {
  const trail = readJson(content, '01-Lease/audit-trail.json')
  let previousHash = GENESIS_HASH
  const chained = (trail.events as Json[]).map((event) => {
    const changed = {
      chain: String(trail.chain),
      seq: Number(event.seq),
      type: String(event.type),
      actor: event.actor as never,
      data: event.data as never,
      address: event.address === null ? null : '192.0.2.99',
      userAgent: event.user_agent as string | null,
      requestId: String(event.request_id),
      occurredAt: new Date(String(event.occurred_at)),
      previousHash,
    }
    previousHash = eventHash(changed)
    return { ...changed, hash: previousHash }
  })
  expect(isChainIntact(chained)).toBe(true)
  const events = (trail.events as Json[]).map((event, index) => ({
    ...event,
    address: chained[index]!.address,
    previous_hash: chained[index]!.previousHash,
    hash: chained[index]!.hash,
  }))
  return { trail: { ...trail, events, chain_head: previousHash }, head: previousHash }
}

describe('paraph-verify', () => {
  it('0 where everything holds, of a ZIP or a folder', async () => {
    const path = join(folder, 'package.zip')
    await writeFile(path, zip)
    const { code, output } = await verify(path, ...trusted)
    expect([code, output.split('\n')[0]]).toEqual([
      0,
      'Everything holds: the files, their signatures and the audit trail are as they were made.',
    ])
    const { code: ofFolder, report } = await judge(files)
    expect([ofFolder, report.result, report.checks.filter(({ outcome }) => outcome !== 'passed')]).toEqual([
      0,
      'valid',
      [],
    ])
    expect([...new Set(report.checks.map(({ id }) => id))].sort()).toEqual([
      'files',
      'first_finished_file',
      'log',
      'manifest_signature',
      'pdf_signatures',
      'trail',
      'trail_matches_revisions',
      'trail_named_in_pdf',
      'trust',
    ])
    expect(report.roots).toEqual([{ subject: 'CN=Paraph root', sha256: expect.any(String), isTrusted: true }])
  })

  it('0 with the word void for a process that was declared void', async () => {
    const { id } = await addCompleted(tenant)
    const { voided_at: at } = await voidProcess({ ...tenant.ctx, now: now() }, id, { reason: 'Sold' })
    const path = join(folder, 'void.zip')
    const zip = Buffer.concat(await (await downloadArchive(tenant.ctx, id)).body().toArray())
    expect([...unzip(zip).keys()]).toContain('audit-trail-with-later-events.pdf')
    await writeFile(path, zip)
    const { code, output } = await verify(path, ...trusted)
    expect([code, output.split('\n')[1]]).toEqual([
      0,
      `The process (process:${id}) was declared void on ${at}.`,
    ])
    const { output: json } = await verify(path, ...trusted, '--json')
    expect((JSON.parse(json) as Report).voided).toEqual([{ chain: `process:${id}`, at }])
  })

  it('0 for a process that went on with a copy of its document, after the first signature', async () => {
    const { id: documentId } = await addDocument(tenant)
    const documents = [{ id: documentId }]
    const folder_id = (await createFolder(tenant.ctx, { name: 'Sales', access: 'everyone' })).id
    const signers = ['ada', 'grace', 'alan'].map((name) => ({ name, email: `${name}@example.com` }))
    const process = await addSentProcess(tenant, { documents, signers })
    const [ada, grace, alan] = process.signers
    await runRevisions(tenant, process)
    await signAs(tenant, ada!)
    await runRevisions(tenant, process)
    await expireDue(addDays(now(), 400))
    const draft = await addDraft(tenant, { documents })
    await updateProcess(tenant.ctx, draft.id, { folder_id }, documentReferences)
    await updateProcess(tenant.ctx, process.id, { options: { expires_in_days: 9 } })
    await signAs(tenant, grace!)
    await runRevisions(tenant, process)
    await removeSigner(tenant.ctx, process.id, alan!.id)
    await runRevisions(tenant, process)
    const file = await downloadArchive(tenant.ctx, process.id)
    const content = unzip(Buffer.concat(await file.body().toArray()))
    const { code, report } = await judge(content)
    const revisions = report.checks.filter(({ id }) => id === 'trail_matches_revisions')
    const text = 'The file has the revision of each of the 2 signatures in the trail.'
    expect([code, revisions.map((check) => check.text)]).toEqual([0, [text]])
    // Trails did not always have an event of the copy.
    const trail = readJson(content, 'audit-trail.json')
    const events = (trail.events as Json[]).filter(({ type }) => type !== 'document.copied')
    expect(events).not.toHaveLength((trail.events as Json[]).length)
    const [{ path, document_id: copyId }] = readJson(content, 'manifest.json').documents as [Json]
    const findings = new Findings()
    const pdf = { file: String(path), bytes: content.get(String(path))!, documentId: Number(copyId) }
    await checkPdf(pdf, { chain: String(trail.chain), events: events as never }, noTrust, findings)
    expect(findings.checks).toContainEqual(expect.objectContaining({ text, outcome: 'passed' }))
  })

  it('leaves a certificate without a seal undecided where the event of the completion names none', async () => {
    const { chain, events } = readJson(files, '01-Lease/audit-trail.json') as {
      chain: string
      events: Json[]
    }
    const before = events.map((event) => {
      const { seal: _, ...data } = event.data as Json
      return { ...event, data }
    })
    const bytes = buildPdf({})
    const judgePdf = async (documentId: number | null, list: Json[]) => {
      const findings = new Findings()
      await checkPdf(
        { file: 'a.pdf', bytes, documentId },
        { chain, events: list as never },
        noTrust,
        findings,
      )
      return findings.checks.map(({ outcome, text }) => `${outcome}: ${text}`)
    }
    expect(await judgePdf(null, before)).toEqual([
      'unknown: The service sealed documents only at that time; the manifest has the hash of this file.',
    ])
    const failed = ['failed: The file has no seal.']
    expect([await judgePdf(null, events), await judgePdf(1, before)]).toEqual([failed, failed])
  })

  it('3 without a root: anyone could have made it', async () => {
    const { code, output } = await verify(await write(files))
    expect([code, output]).toEqual([3, expect.stringContaining('no root was given to compare with')])
  })

  it('3 with another root, 2 with a malformed key of the log', async () => {
    const other = await makeTenant()
    const { chain } = await getSealingKey(other.ctx, true)
    const path = join(folder, 'other.pem')
    await writeFile(path, new X509Certificate(chain.at(-1)!).toString())
    const { code, output } = await verify(await write(files), '--root', path)
    expect([code, output]).toEqual([3, expect.stringContaining('is not among the roots that were given')])
    const key = 'example.com/log+0d0b9f0c+AY8VQ6HE6zthZSaFWX7PezL0P9tXNn3hRNmTJPDIqusJ'
    expect((await verify(await write(files), '--log-key', key)).code).toBe(2)
  })

  it('2 for what is no package, and for wrong arguments, with the reason', async () => {
    const path = join(folder, 'text.txt')
    await writeFile(path, 'no package')
    for (const args of [
      [path],
      [],
      [path, path],
      ['--colour'],
      [join(folder, 'absent')],
      [path, '--root', path],
      [path, '--tsa-root', path],
      [path, '--signer-root', path],
    ]) {
      const { code, errors } = await verify(...args)
      expect([args, code, errors.length > 10]).toEqual([args, 2, true])
    }
  })
})

describe('a package in which', () => {
  it.each([
    [
      '01-Lease/Lease-signed.pdf',
      ['files', 'pdf_signatures', 'trail_matches_revisions', 'first_finished_file'],
    ],
    ['01-Lease/certificate.pdf', ['files', 'pdf_signatures']],
    ['01-Lease/audit-trail.pdf', ['files', 'pdf_signatures']],
  ])('%s was changed', async (path, expected) => {
    const changed = Buffer.from(files.get(path)!)
    // Within the signed bytes: a digit of the header's version.
    changed[7] = changed[7]! ^ 1
    const { code, failed } = await judge(new Map(files).set(path, changed))
    expect(code).toBe(1)
    expect(failed).toEqual(
      expect.arrayContaining(expected.filter((id) => id !== 'trail_matches_revisions').sort()),
    )
  })

  it('the manifest lists documents, but not their PDFs or evidence, or no documents', async () => {
    const pdfs = [...files.keys()].filter((path) => path.endsWith('.pdf'))
    for (const paths of [pdfs, ...pdfs.slice(0, 3).map((path) => [path])]) {
      const content = new Map(files)
      for (const path of paths) content.delete(path)
      const parts = (readJson(files, 'manifest.json').parts as { path: string }[]).filter(
        ({ path }) => !paths.includes(path),
      )
      const { code, failed, report } = await judge(await rewriteManifest(content, { parts }))
      expect([paths, code, failed]).toEqual([paths, 1, ['files']])
      expect(report.checks.filter(({ outcome }) => outcome === 'failed')).toHaveLength(paths.length)
    }
    expect(await judge(await rewriteManifest(files, { documents: [] }))).toMatchObject({
      code: 1,
      failed: ['files'],
    })
    const documents = (readJson(files, 'manifest.json').documents as Json[]).map(({ path }) => ({ path }))
    const unreadable = await verify(await write(await rewriteManifest(files, { documents })), ...trusted)
    expect([unreadable.code, unreadable.errors]).toEqual([2, expect.stringContaining('lacks members')])
  })

  it('the certificate of completion stands once, as it has the documents embedded', async () => {
    const content = new Map(files).set('certificate.pdf', files.get('01-Lease/certificate.pdf')!)
    for (const folder of ['01-Lease', '02-Annex']) content.delete(`${folder}/certificate.pdf`)
    const listed = (readJson(files, 'manifest.json').parts as { path: string }[]).filter(({ path }) =>
      content.has(path),
    )
    const parts = [...listed, { path: 'certificate.pdf' }]
    expect(await judge(await rewriteManifest(content, { parts }))).toMatchObject({ code: 0, failed: [] })
    // It has to stand somewhere, and in each folder if not once for all.
    content.delete('certificate.pdf')
    const without = await judge(await rewriteManifest(content, { parts: listed }))
    expect(without).toMatchObject({ code: 1, failed: ['files'] })
  })

  it('something was appended to a file', async () => {
    const path = '01-Lease/Lease-signed.pdf'
    const longer = Buffer.concat([files.get(path)!, Buffer.from('\n% more\n')])
    const content = await rewriteManifest(new Map(files).set(path, longer))
    expect(await judge(content)).toMatchObject({ code: 1, failed: ['pdf_signatures'] })
  })

  it('a file is missing, or was added', async () => {
    const without = new Map(files)
    without.delete('01-Lease/certificate.pdf')
    expect(await judge(without)).toMatchObject({ code: 1, failed: ['files'] })
    const extra = new Map(files).set('note.txt', Buffer.from('Believe me.'))
    expect(await judge(extra)).toMatchObject({ code: 1, failed: ['files'] })
  })

  it('the manifest was changed, or is not signed', async () => {
    const changed = await rewriteManifest(files, { process: 'Another' }, { signed: false })
    expect(await judge(changed)).toMatchObject({ code: 1, failed: ['manifest_signature', 'trust'] })
    const unsigned = new Map(files)
    unsigned.delete('manifest.json.p7s')
    expect(await judge(unsigned)).toMatchObject({ code: 1, failed: ['manifest_signature'] })
    unsigned.set('manifest-not-signed.txt', Buffer.from('The key was away.'))
    expect(await judge(unsigned)).toMatchObject({ code: 3, failed: [] })
  })

  it('an event was changed', async () => {
    const trail = readJson(files, '01-Lease/audit-trail.json')
    const events = (trail.events as Json[]).map((event) => ({ ...event, address: '192.0.2.99' }))
    const content = new Map(files)
    for (const name of ['01-Lease', '02-Annex'])
      content.set(`${name}/audit-trail.json`, toBuffer({ ...trail, events }))
    const { code, failed } = await judge(await rewriteManifest(content))
    expect([code, failed]).toEqual([1, ['log', 'trail']])
  })

  it('the trail was rewritten whole by the operator, with chain, hashes and a signed manifest', async () => {
    const { trail, head } = rewriteTrail(files)
    const content = new Map(files)
    for (const name of ['01-Lease', '02-Annex']) content.set(`${name}/audit-trail.json`, toBuffer(trail))
    const chain = { ...(readJson(files, 'manifest.json').chain as object), head }
    const { code, failed, report } = await judge(await rewriteManifest(content, { chain }))
    expect([code, failed]).toEqual([1, ['log', 'trail_named_in_pdf']])
    expect(report.checks.find(({ id }) => id === 'trail_named_in_pdf')!.text).toBe(
      'The seal names another audit trail: this one was exchanged or rewritten.',
    )
  })

  it('the trail, the documents and the certificate of another process take the place of one', async () => {
    const documents = [
      await addDocument(tenant, { name: 'Lease' }),
      await addDocument(tenant, { name: 'Annex' }),
    ]
    const { id } = await addCompleted(tenant, {
      documents: documents.map((document) => ({ id: document.id })),
    })
    const other = unzip(Buffer.concat(await (await downloadArchive(tenant.ctx, id)).body().toArray()))
    const path = '01-Lease/Lease-signed.pdf'
    const content = await rewriteManifest(new Map(files).set(path, other.get(path)!))
    expect((await judge(content)).failed).toEqual(
      ['first_finished_file', 'trail_matches_revisions', 'trail_named_in_pdf'].sort(),
    )
    const swapped = new Map(files)
    for (const name of ['01-Lease', '02-Annex'])
      swapped.set(`${name}/audit-trail.json`, other.get(`${name}/audit-trail.json`)!)
    const { chain, log } = readJson(other, 'manifest.json')
    swapped.set('log-inclusion.tlog-proof', other.get('log-inclusion.tlog-proof')!)
    expect((await judge(await rewriteManifest(swapped, { chain, log }))).failed).toEqual([
      'trail_matches_revisions',
      'trail_named_in_pdf',
    ])
  })

  it('the log was made up by who has the key of the seal', async () => {
    const { log } = readJson(files, 'manifest.json') as {
      log: { entry: { seq: number } & Json; origin: string }
    }
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const key = { name: log.origin, publicKey }
    const root = leafHash(logEntry(log.entry as never))
    const text = formatCheckpoint({ origin: log.origin, size: 1, root })
    const checkpoint = formatNote({ text, signatures: [signNote(text, key, privateKey)] })
    const proof = Buffer.from(formatLogProof({ index: 0, hashes: [], checkpoint }))
    const content = await rewriteManifest(new Map(files).set('log-inclusion.tlog-proof', proof), {
      log: { ...log, index: 0, size: 1, verifier_key: formatVerifierKey(key) },
    })
    expect(await judge(content)).toMatchObject({ code: 1, failed: ['log'] })
    const { code, report } = await judge(content, '--root', join(folder, 'root.pem'))
    const check = report.checks.find(({ id }) => id === 'log')!
    expect([code, check.outcome, check.text]).toEqual([3, 'unknown', expect.stringContaining('--log-key')])
  })

  it('the proof is genuine, but of an event before the one that the seal names', async () => {
    const { chain, events } = readJson(files, '01-Lease/audit-trail.json') as {
      chain: string
      events: Json[]
    }
    await appendHead({ chain, seq: 1, hash: String(events[0]!.hash) }, now())
    const logged = await read(tenant.ctx, (reader) =>
      findLoggedHead(reader, { process: Number(chain.split(':')[1]) }, 1),
    )
    const { proof, head, index } = await read(tenant.ctx, (reader) => proveHead(reader, logged!))
    const log = { ...(readJson(files, 'manifest.json').log as Json), entry: head, index }
    const content = new Map(files).set('log-inclusion.tlog-proof', Buffer.from(proof))
    const { code, report } = await judge(await rewriteManifest(content, { log }))
    const check = report.checks.find(({ id }) => id === 'log')!
    expect([code, check.outcome, check.text]).toEqual([3, 'unknown', expect.stringContaining('rewritten')])
  })

  it('the proof of the log was changed, or its checkpoint', async () => {
    const proof = files.get('log-inclusion.tlog-proof')!.toString()
    for (const changed of [
      proof.replace(/^index \d+/m, 'index 99999'),
      proof.replace(/\n(\d+)\n([A-Za-z0-9+/]{40})/, (_, size, root) => `\n${Number(size) + 1}\n${root}`),
      'no proof',
    ]) {
      const content = new Map(files).set('log-inclusion.tlog-proof', Buffer.from(changed))
      expect(await judge(await rewriteManifest(content))).toMatchObject({ code: 1, failed: ['log'] })
    }
  })
})

describe('with the keys of witnesses', () => {
  const proofName = 'log-inclusion.tlog-proof'
  const { key, privateKey } = loadWitnessKey()
  const verifierKey = formatVerifierKey(key)
  const other = formatVerifierKey({ ...key, name: 'other.example.com' })
  const cosignedAt = new Date('2026-11-21T12:00:00Z')
  const withProof = (proof: string) => rewriteManifest(new Map(files).set(proofName, Buffer.from(proof)))
  const cosignProof = (proof: string) => {
    const { text } = parseNote(parseLogProof(proof).checkpoint)
    return proof + formatSignatureLine(cosign(text, key, privateKey, cosignedAt))
  }
  const judgeWith = async (content: Files, ...args: string[]) => {
    const { code, report } = await judge(content, ...trusted, ...args)
    return {
      code,
      checks: report.checks.filter(({ id, outcome }) => id === 'witnesses' || outcome === 'failed'),
    }
  }

  it('says who has cosigned the log, and when', async () => {
    const content = await withProof(cosignProof(files.get(proofName)!.toString()))
    const { code, checks } = await judgeWith(content, '--witness', verifierKey)
    expect([code, checks]).toEqual([
      0,
      [
        expect.objectContaining({
          outcome: 'passed',
          text: `The log was seen by ${key.name} at ${cosignedAt.toISOString()}.`,
        }),
      ],
    ])
    const one = ['--witness', verifierKey, '--witness', other, '--quorum', '1']
    expect((await judgeWith(content, ...one)).code).toBe(0)
    const { code: both, checks: missing } = await judgeWith(content, ...one.slice(0, 4))
    expect([both, missing.map(({ id, text }) => `${id}: ${text}`)]).toEqual([
      1,
      [expect.stringMatching(/^witnesses: 1 of the 2 .*other\.example\.com/)],
    ])
  })

  it('a log that was rewritten by who has its key lacks the cosignature, or has that of the log before', async () => {
    const genuine = files.get(proofName)!.toString()
    const { log } = readJson(files, 'manifest.json') as { log: { entry: Json; origin: string } }
    const logKey = loadLogKey(log.origin)
    env().witnessedLogs = [logKey.key]
    const { checkpoint } = parseLogProof(genuine)
    await addCheckpoint(formatAddCheckpoint({ oldSize: 0, hashes: [], checkpoint }), now())
    const { size: index } = parseCheckpoint(parseNote(checkpoint).text)
    const others = Array.from({ length: index }, (_, number) => Buffer.from(`made up ${number}`))
    const tree = new MerkleTree(index + 1, makeTiles([...others, logEntry(log.entry as never)]))
    const text = formatCheckpoint({ origin: log.origin, size: index + 1, root: await tree.root() })
    const forged = formatNote({ text, signatures: [signNote(text, logKey.key, logKey.privateKey)] })
    const request = formatAddCheckpoint({
      oldSize: index,
      hashes: await tree.consistencyProof(index),
      checkpoint: forged,
    })
    await expect(addCheckpoint(request, now())).rejects.toMatchObject({ code: 'inconsistent_log' })
    env().witnessedLogs = []
    const proof = formatLogProof({ index, hashes: await tree.inclusionProof(index), checkpoint: forged })
    const rewrite = (withLines: string) =>
      rewriteManifest(new Map(files).set(proofName, Buffer.from(withLines)), { log: { ...log, index } })
    // The key of the log alone tells nothing: it has signed both.
    expect((await judgeWith(await rewrite(proof))).code).toBe(0)
    const copied = cosignProof(genuine).slice(genuine.length)
    for (const lines of ['', copied]) {
      const { code, checks } = await judgeWith(await rewrite(proof + lines), '--witness', verifierKey)
      expect([code, new Set(checks.map(({ id }) => id))]).toEqual([1, new Set(['witnesses'])])
    }
  })

  it('2 for a key that is none, and for a quorum that cannot be', async () => {
    const path = await write(files)
    for (const args of [
      ['--witness', trusted.at(-1)!],
      ['--witness', verifierKey, '--quorum', '2'],
      ['--quorum', '1'],
    ])
      expect((await verify(path, ...args)).code).toBe(2)
  })
})
