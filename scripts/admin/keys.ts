import { env } from '#lib/core/env'
import { formatUtcDay } from '#lib/core/text/format-day'
import {
  addAppSecret,
  type KeySummary,
  listKeys,
  renewAuthorityOf,
  renewSealOf,
  retireAppSecrets,
  type Successor,
} from '#lib/operator/keys'
import { type Command, done } from './command.ts'
import { describeAdded, describeRetired } from './secrets.ts'

export const keyCommands: Record<string, Command> = {
  'keys list': {
    does: 'the keys that the service has made, with the end of their certificates; of each use the last one signs, unless you or an organisation bring a key',
    async run() {
      const keys = await listKeys()
      return { ok: true, value: { keys }, text: keys.map(describeKey).join('\n') || 'There is no key yet.' }
    },
  },
  'keys rotate-secret': {
    does: 'adds a secret beside APP_SECRET, as npm run rotate-secret does; with --finish every other one is retired',
    options: { finish: { does: 'retires every secret but APP_SECRET' } },
    async run({ options: { finish } }) {
      if (finish) {
        const retired = await retireAppSecrets()
        return done({ retired }, describeRetired(retired))
      }
      const added = await addAppSecret()
      return done(added, describeAdded(added, env().dataDir))
    },
  },
  'keys renew-authority': {
    does: 'a new authority issues the certificates of the signers of an organisation; the earlier one stays valid; with AUTHORITY_KEY once that is removed',
    words: ['ID'],
    run: ({ words: [id] }) => renew(renewAuthorityOf(Number(id))),
  },
  'keys renew-seal': {
    does: 'a new key of the service seals the files of an organisation; the earlier one stays valid; with SEAL_KEY once that is removed, with a seal of its own once that is removed or has ended',
    words: ['ID'],
    run: ({ words: [id] }) => renew(renewSealOf(Number(id))),
  },
}

const signersInstead: Record<NonNullable<Successor['signsInstead']>, string> = {
  AUTHORITY_KEY: 'AUTHORITY_KEY issues the certificates of signers',
  SEAL_KEY: 'SEAL_KEY seals the files',
  'own seal':
    'the organisation seals with its own key, which its administrators replace under “Settings, Organisation”',
}

async function renew(renewal: Promise<Successor>) {
  const { key, signsInstead } = await renewal
  const note = signsInstead
    ? `\nIt does not sign now: ${signersInstead[signsInstead]}. Have that key replaced, too.`
    : ''
  return done({ key, signsInstead }, describeKey(key) + note)
}

function describeKey({ tenantId, purpose, testMode, keyId, notAfter }: KeySummary): string {
  const owner = tenantId === null ? 'installation' : `organisation ${tenantId}`
  return `${owner}  ${purpose}${testMode ? ' (test mode)' : ''}  ${keyId}  until ${formatUtcDay(notAfter)}`
}
