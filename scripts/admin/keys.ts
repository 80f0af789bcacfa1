import { env } from '#lib/core/env'
import {
  addAppSecret,
  type KeySummary,
  listKeys,
  renewAuthorityOf,
  renewSealOf,
  retireAppSecrets,
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
    does: 'a new authority issues the certificates of the signers of an organisation; the earlier one stays valid; not with AUTHORITY_KEY',
    words: ['ID'],
    run: ({ words: [id] }) => renew(renewAuthorityOf(Number(id))),
  },
  'keys renew-seal': {
    does: 'a new key of the service seals the files of an organisation; the earlier one stays valid; not with SEAL_KEY or a seal of its own',
    words: ['ID'],
    run: ({ words: [id] }) => renew(renewSealOf(Number(id))),
  },
}

async function renew(renewal: Promise<KeySummary>) {
  const key = await renewal
  return done({ key }, describeKey(key))
}

function describeKey({ tenantId, purpose, testMode, keyId, notAfter }: KeySummary): string {
  const owner = tenantId === null ? 'installation' : `organisation ${tenantId}`
  return `${owner}  ${purpose}${testMode ? ' (test mode)' : ''}  ${keyId}  until ${notAfter.toISOString().slice(0, 10)}`
}
