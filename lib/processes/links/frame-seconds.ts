/** How long a link that shows a page of ours in a frame can be opened, once. */
export const FRAME_LINK_SECONDS = 600
/** How long a frame works: as long as a confirmed code counts. */
export const FRAME_SESSION_SECONDS = 12 * 3600
