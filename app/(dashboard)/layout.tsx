import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { ReactNode } from 'react'
import { ApiProvider } from '#components/api/provider'
import { UploadProvider } from '#components/documents/upload-queue'
import { visitorCtx } from '#lib/http/page'

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  if (!(await visitorCtx())) {
    const path = (await headers()).get('x-paraph-path')
    redirect(path ? `/login?next=${encodeURIComponent(path)}` : '/login')
  }
  return (
    <ApiProvider>
      <UploadProvider>{children}</UploadProvider>
    </ApiProvider>
  )
}
