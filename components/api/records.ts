/** The envelopes of `/api/v1`; each module's schema defines their content. */
export interface ItemResponse<T> {
  data: T
}

export interface ListResponse<T> {
  data: T[]
  links: { first: string | null; last: string | null; prev: string | null; next: string | null }
  meta: {
    current_page: number
    from: number | null
    last_page: number | null
    per_page: number
    to: number | null
    total: number
    /** There are more than `total`. */
    total_exact?: false
  }
}
