import { listTenants } from '#lib/operator/tenants'
import type { Command } from './command.ts'

export const tenantCommands: Record<string, Command> = {
  'tenants list': {
    does: 'all organisations',
    async run() {
      const tenants = await listTenants()
      const lines = tenants.map(({ id, name, subscriptionType, users, unconfirmed, createdAt }) =>
        [
          `${id}  ${name}  ${subscriptionType}  ${users} ${users === 1 ? 'user' : 'users'}`,
          `since ${createdAt.toISOString().slice(0, 10)}${unconfirmed ? '  address not confirmed' : ''}`,
        ].join('  '),
      )
      return { ok: true, value: { tenants }, text: lines.join('\n') || 'There is no organisation yet.' }
    },
  },
}
