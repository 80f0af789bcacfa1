import { PageBody, PageHead } from '#components/shell/page-head.tsx'

/** The page of a record that does not exist in the tenant. */
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
