import { createInterface } from 'node:readline/promises'
import type { z } from 'zod'
import { formatUtcDay } from '#lib/core/text/format-day'
import { formatSize } from '#lib/core/text/format-size'
import { issueText } from '#lib/core/zod-messages'
import { englishMessage } from '#lib/messages/english'
import {
  changeTerms,
  confirmTenantOf,
  createTenantFor,
  LimitsInput,
  NewTenantInput,
  PlanInput,
  resumeTenant,
  suspendTenant,
} from '#lib/operator/change-tenant'
import { deleteTenant } from '#lib/operator/deletion/delete-tenant'
import { findTenant, listTenants, type TenantSummary } from '#lib/operator/tenants'
import { closeThreads } from '#lib/workers/pdf-pool'
import { type Command, done, type Given, interruption, WrongUse } from './command.ts'
import { resolvePath } from './paths.ts'

const limits = {
  documents: { value: 'N', does: 'how many documents it may upload in a month' },
  signatures: { value: 'N', does: 'how many signatures it may ask for in a month' },
  bytes: { value: 'N|none', does: 'how many bytes its uploads and its vault may take' },
} as const

export const tenantCommands: Record<string, Command> = {
  'tenants list': {
    does: 'all organisations',
    async run() {
      const tenants = await listTenants()
      const text = tenants.map(describeTenant).join('\n') || 'There is no organisation yet.'
      return { ok: true, value: { tenants }, text }
    },
  },
  'tenants create': {
    does: 'opens an organisation; its first administrator gets an invitation by email',
    options: {
      name: { value: 'NAME', required: true, does: 'of the organisation' },
      email: { value: 'EMAIL', required: true, does: 'of its first administrator' },
      administrator: { value: 'NAME', does: 'of the administrator' },
      plan: { value: 'NAME', does: 'free, starter, business (default) or enterprise' },
      ...limits,
      locale: { value: 'NAME', does: 'the language: en (default), de, es or fr' },
      link: { does: 'prints the link of the invitation instead of an email' },
    },
    async run({ options: { link: isLink, ...options } }) {
      const input = parse(NewTenantInput, options)
      const { id, userId, link } = await createTenantFor(input, { isDisclosed: isLink === true })
      const invited = isLink
        ? `For ${input.email}, once:\n${link}`
        : `${input.email} gets an email with an invitation.`
      return done({ id, user_id: userId, ...(isLink && { link }) }, `Organisation ${id} is open. ${invited}`)
    },
  },
  'tenants plan': {
    does: 'changes the name of the plan; the limits stay',
    words: ['ID', 'NAME'],
    run: ({ words: [id, plan] }) => change(id!, (tenant) => changeTerms(tenant, parse(PlanInput, { plan }))),
  },
  'tenants limits': {
    does: 'changes how many documents and signatures an organisation may use in a month, and how much it may store',
    words: ['ID'],
    options: limits,
    run({ words: [id], options }) {
      if (Object.keys(options).length === 0)
        throw new WrongUse('Give --documents N, --signatures N, --bytes N|none, or several.')
      return change(id!, (tenant) => changeTerms(tenant, parse(LimitsInput, options)))
    },
  },
  'tenants suspend': {
    does: 'its users and API keys read, but change and send nothing; signers go on, and what they sign is sealed',
    words: ['ID'],
    run: ({ words: [id] }) => change(id!, suspendTenant),
  },
  'tenants resume': {
    does: 'ends a suspension',
    words: ['ID'],
    run: ({ words: [id] }) => change(id!, resumeTenant),
  },
  'tenants confirm': {
    does: 'lets an organisation send emails to others though nobody has followed the link of its sign-up',
    words: ['ID'],
    run: ({ words: [id] }) => change(id!, confirmTenantOf),
  },
  'tenants delete': {
    does: 'exports an organisation into a ZIP, then deletes it for good; asks for its name',
    words: ['ID'],
    options: {
      export: { value: 'FILE', required: true, does: 'the new ZIP' },
      yes: { value: 'NAME', does: 'the name of the organisation: does not ask for it' },
      'even-held': { does: 'also with documents in retention or under legal hold, and processes under way' },
      'without-missing': {
        does: 'also with stored files that are missing or damaged, and packages that cannot be signed: the export lists them',
      },
    },
    async run({ words: [word], options }) {
      const id = Number(word)
      const path = resolvePath(String(options.export))
      const name = await confirmName(id, options.yes as string | undefined)
      const evenHeld = options['even-held'] === true
      const withoutMissing = options['without-missing'] === true
      const { exportedFiles, missingFiles, deleted } = await deleteTenant(id, {
        ...{ name, path, evenHeld, withoutMissing },
        signal: interruption(),
      }).finally(closeThreads)
      const rows = Object.values(deleted).reduce((sum, count) => sum + count, 0)
      const lacks = missingFiles.length > 0 ? ` It lacks ${missingFiles.join(', ')}.` : ''
      const text = `${path} has ${exportedFiles} files.${lacks} Organisation ${id} is deleted: ${rows} rows; the nightly job removes its stored files.`
      return done(
        { id, export: path, exported_files: exportedFiles, missing_files: missingFiles, deleted },
        text,
      )
    },
  },
}

/** The name of the organisation, typed where it was not given: a command that is repeated by mistake deletes nothing. */
async function confirmName(tenantId: number, given: string | undefined): Promise<string> {
  if (given !== undefined) return given
  if (!process.stdin.isTTY) throw new WrongUse('--yes NAME is missing: the name of the organisation.')
  const { name, users } = await findTenant(tenantId)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const question = `Organisation ${tenantId} (${users} users) is exported and deleted for good. Type its name, ${name}: `
  return terminal.question(question).finally(() => terminal.close())
}

async function change(id: string, run: (id: number) => Promise<void>) {
  await run(Number(id))
  return done({ id: Number(id) }, `Organisation ${id} is changed.`)
}

/** @throws WrongUse with what is wrong about each value */
function parse<T>(input: z.ZodType<T>, values: Given['options']): T {
  const { success, data, error } = input.safeParse(values)
  if (success) return data
  const lines = error.issues.map((issue) => `${issue.path.join('.')}: ${issueText(issue, englishMessage)}`)
  throw new WrongUse(lines.join('\n'))
}

function describeTenant(tenant: TenantSummary): string {
  const { id, name, subscriptionType, users, bytes, bytesLimit, unconfirmed, suspendedAt, createdAt } = tenant
  return [
    `${id}  ${name}  ${subscriptionType}  ${users} ${users === 1 ? 'user' : 'users'}`,
    `since ${formatUtcDay(createdAt)}`,
    bytesLimit === null ? formatSize(bytes) : `${formatSize(bytes)} of ${formatSize(bytesLimit)}`,
    ...(unconfirmed ? ['address not confirmed'] : []),
    ...(suspendedAt ? [`suspended since ${formatUtcDay(suspendedAt)}`] : []),
  ].join('  ')
}
