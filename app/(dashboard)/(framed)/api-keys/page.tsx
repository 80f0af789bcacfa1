import type { Metadata } from 'next'
import { KeysPage } from '#components/api-keys/keys-page'
import { Allowed } from '#components/shell/allowed'

export const metadata: Metadata = { title: 'API keys' }

export default function Page() {
  return (
    <Allowed action="api_key.manage">
      <KeysPage />
    </Allowed>
  )
}
