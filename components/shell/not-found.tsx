import { PageBody, PageHead } from '#components/shell/page-head.tsx'

/** A record that does not exist, or is not the tenant's. */
export function NotFound() {
  return (
    <PageBody narrow>
      <PageHead title="Page not found" up={{ href: '/overview', label: 'Overview' }} />
      <p className="text-ink-soft">
        There is no such page, or it was deleted, or it belongs to another organisation. Check the address.
      </p>
    </PageBody>
  )
}
