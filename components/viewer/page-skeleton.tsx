/** The placeholder of a page until it is drawn: lines, as of a text. */
export function PageSkeleton() {
  return <span className="loading-page absolute inset-0" aria-hidden="true" />
}
