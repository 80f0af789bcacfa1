import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const major = Number(process.versions.node.split('.')[0])
if (major < 24)
  throw new Error('The tests need Node 24: run `npm test`, or put node_modules/.bin first on PATH.')

// Each thread of lib/workers that a test starts loads with half of the processor time.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compiled')

/** Tests that need no database: making one takes longer than most of them run. */
const pure = [
  '{components,lib/bulk,lib/core,lib/messages,lib/pades,lib/pdf,lib/templates}/**/*.test.{ts,tsx}',
  'lib/{office/check,office/clean,office/fields,office/fill,processes/documents,processes/fields,processes/signers,signing/attachments,signing/values}/**/*.test.ts',
  'lib/{exports,layers,policy,words,audit/chain,jobs/boss-internals,keys/certificates,keys/key-types,keys/profile}.test.ts',
  'lib/{processes,vault,webhooks}/rules.test.ts',
  'lib/{processes/input,processes/trail/trail-report,signing/find-way,signing/revisions/given}.test.ts',
  'lib/identity/{account/contrast,account/embedding,consent/default-consents,factors/internal/totp,links/link-tokens,passwords/password}.test.ts',
  'lib/documents/upload/names.test.ts',
  'lib/http/{request/address,request/body,request/paging,request/unknown-members,response/error-response,response/page-headers,response/response}.test.ts',
  'lib/notices/{email,styles,templates/code}.test.ts',
  'lib/signing/verify/{chain-constraints,chain-data,etsi-report,plain-words,qualified,report,trust-anchors,verification,weaknesses}.test.ts',
  'lib/vault/download/zip.test.ts',
  'lib/webhooks/delivery/{payload,signature}.test.ts',
  'app/{pages,part-texts}.test.ts',
  'db/embedded/log.test.ts',
  'db/{additive-migrations,updated-at}.test.ts',
  'app/api/v1/{error-messages,every-route-is-tested,routes}.test.ts',
  'scripts/{failures,faults/schedule}.test.ts',
  'lib/testing/database/needed.test.ts',
  'sdk/tests/{check-pdf,note-chain,unzip}.test.ts',
  'server/{deploying,requests}.test.ts',
]
/** Not among them: they replace or load again modules that other tests of the process may have loaded already. */
const replacing = globSync(pure).filter((path) =>
  /\bvi\.(mock|resetModules)\(/.test(readFileSync(path, 'utf8')),
)
/** The same, for tests of files, processes, threads and their limits: each file has a process of its own. */
const withoutDatabase = [
  ...replacing,
  'app/sign/frame/*/page.test.ts',
  'lib/{office,storage,workers}/*.test.ts',
  'lib/http/{api,handle-request,limits,load-shedding,page,request/multipart,request/reject-malformed,request/upload-slots}.test.ts',
  'lib/keys/{custody,remote-material,signing-service/credential,time-stamping,trusted-lists,signers/kms,signers/pkcs11}.test.ts',
  'db/{connection/tls,embedded/embedded}.test.ts',
  'lib/jobs/alone.test.ts',
  'lib/signing/verify/fuzz.test.ts',
  'lib/webhooks/delivery/post.test.ts',
  'app/api/v1/openapi.json/*.test.ts',
  'sdk/tests/{package,requests,retries,webhooks}.test.ts',
  'server/{backup/backup,build,launch,lock,metrics,monitoring,observe,pages,release,reload,restart,start,static-files,switch,uses}.test.ts',
  'scripts/{admin,package}.test.ts',
]

/**
 * Tests of tenants of their own. Those that one process runs share its database, loaded modules and threads, which none
 * of them closes: making them takes longer than most of these tests run.
 */
const sharing = [
  'app/api/v1/*/**/*.test.ts',
  'app/api/v1/{error-paths,if-match,lists,roles,unknown-members}.test.ts',
  'lib/{identity/account/quotas,processes/transitions,vault/download/sign-manifest}.test.ts',
  'lib/notices/*.test.ts',
  'lib/signing/verify/verify.test.ts',
  'lib/vault/{announce-ends,delete}.test.ts',
  'lib/webhooks/delivery/delivery.test.ts',
  'lib/keys/identities.test.ts',
  'lib/operator/operator.test.ts',
  'lib/testing/users/tenant.test.ts',
  'app/api/v1/{chapters,conventions,generated-clients,not-found,validation}.test.ts',
  'db/{functions/{counters,cross-tenant,events,search},reference-indexes,tenancy/privileges}.test.ts',
  'db/lists/{rows,text}.test.ts',
  'lib/http/{held-body,idempotency,idempotency-takeover,in-person,next-auth,oidc,oidc-factors,read,response/again,saml,scim,scim-changes}.test.ts',
  'lib/{identity/account/calls,identity/sso/saml/wrapping,keys/revocation-lists,identity/sessions/list-sessions,keys/signing-service/sign-hashes,processes/list/list,processes/parts,reference/postman}.test.ts',
  'lib/signing/{confirmation/visit,revisions/any-level,revisions/embedded-evidence,revisions/evidence,revisions/hardware-keys,revisions/operator-keys,revisions/time-stamps}.test.ts',
  'lib/{audit/reads,audit/trail,documents/personal-data,jobs/clock,jobs/queue-metrics,privacy/modules}.test.ts',
  'lib/operator/dashboard/*.test.ts',
  'scripts/client.test.ts',
  'sdk/tests/{guides,mcp,mcp-limits,mcp-tools,n8n,service,verify,verify-trust}.test.ts',
]
/** Not among them: they replace modules, programs or the connections, or run or count what all tenants have. */
const alone = [
  'app/api/v1/{health,openapi.json,trust}/**/*.test.ts',
  'app/api/v1/account/usage/*.test.ts',
  'app/api/v1/auth/{forgot-password,login}/*.test.ts',
  'app/api/v1/documents/{conversion,documents}.test.ts',
  'app/api/v1/signing/{code-methods,otp}.test.ts',
  'app/api/v1/vault/packages/*.test.ts',
  'db/functions/cross-tenant.test.ts',
  'lib/notices/{outcomes,thousand-signers}.test.ts',
]
const withSharedDatabase = globSync(sharing, { exclude: [...alone, ...pure] }).map((path) =>
  path.replace(/[[\]]/g, '\\$&'),
)

/** The tests that take longest, or mostly wait: begun first, as a long one that runs alone at the end leaves a processor idle. */
const slowest = [
  'lib/signing/revisions/crash',
  'lib/webhooks/delivery/worker',
  'app/api/v1/fuzz',
  'lib/jobs/jobs',
  'lib/privacy/erase/crash',
  'lib/workers/thread-pool',
  'lib/mail/fair',
  'lib/workers/office',
  'lib/office/linear',
  'app/api/v1/query-plans',
  'lib/processes/list/search',
  'db/embedded/embedded',
  'db/connection/pooler',
]

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const index = slowest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return index < 0 ? slowest.length : index
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

const drizzle = ['', '/pg-core', '/pg-proxy', '/pg-proxy/migrator', '/subquery'].map(
  (part) => `drizzle-orm${part}`,
)

/** The most processes at a time, more than two processors keep busy: tests wait for timeouts and other processes. */
const calculating = { maxWorkers: 3, sequence: { groupOrder: 1 } }
/** Those with a process for each file wait more than a third of the time. Begun first, beside lint, types and the build. */
const waiting = { maxWorkers: 4, sequence: { groupOrder: 0 } }

export default defineConfig({
  test: {
    // Apart from what a running service was built into.
    env: { NEXT_DIST_DIR: '.next-test' },
    // As one file: else Node parses the package.json of drizzle-orm for each of its modules, 0.4 s for each test file.
    deps: { optimizer: { ssr: { enabled: true, include: drizzle } } },
    pool: 'forks',
    sequence: { sequencer: SlowestFirst },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          ...calculating,
          name: 'pure',
          include: pure,
          exclude: replacing,
          // Three processes load the modules once, instead of one process for each file.
          isolate: false,
          setupFiles: ['lib/testing/service/environment.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...waiting,
          name: 'without database',
          include: withoutDatabase,
          setupFiles: ['lib/testing/service/environment.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...calculating,
          name: 'with a shared database',
          include: withSharedDatabase,
          isolate: false,
          globalSetup: ['lib/testing/database/server.ts'],
          setupFiles: ['lib/testing/database/shared-database.ts'],
        },
      },
      {
        extends: true,
        test: {
          ...waiting,
          name: 'with database',
          include: ['{lib,db,app,components,scripts,sdk,server}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', ...pure, ...withoutDatabase, ...withSharedDatabase],
          globalSetup: ['lib/testing/database/server.ts'],
          setupFiles: ['lib/testing/service/environment.ts', 'lib/testing/database/database.ts'],
          sequence: { ...waiting.sequence, setupFiles: 'list' },
        },
      },
    ],
  },
})
