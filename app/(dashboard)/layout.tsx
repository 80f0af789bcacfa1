import type { ReactNode } from 'react'
import { page } from '#app/(dashboard)/page-of'
import { GET as account } from '#app/api/v1/account/route'
import { Translated } from '#app/reader'
import { UploadProvider } from '#components/documents/upload/upload-queue.tsx'
import { PaletteProvider } from '#components/palette/palette-provider.tsx'
import { ApiProvider } from '#components/session/api-provider.tsx'
import { accountQuery } from '#components/shell/account.ts'
import { convertsTextDocuments } from '#lib/documents/upload/convert'

/** Loads the account with the current user, which all pages of the dashboard read. */
const WithAccount = page('account.read', async ({ load }, children) => {
  await load(accountQuery, account)
  return children
})

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <Translated part="dashboard">
      <ApiProvider>
        <WithAccount>
          <UploadProvider takesTextDocuments={convertsTextDocuments()}>
            <PaletteProvider>{children}</PaletteProvider>
          </UploadProvider>
        </WithAccount>
      </ApiProvider>
    </Translated>
  )
}
