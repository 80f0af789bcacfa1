import { item } from '#lib/http/response/response'
import { methods, route } from '#lib/http/route'
import { VaultStatisticsShape } from '#lib/vault/schema'
import { getVaultStatistics } from '#lib/vault/statistics'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: route({
    summary: 'Get the vault’s statistics',
    tag: 'Vault',
    permission: 'vault.read',
    response: item(VaultStatisticsShape, { success: true }),
    handler: (ctx) => getVaultStatistics(ctx),
  }),
})
