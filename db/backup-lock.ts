/** The advisory lock that a backup holds while it copies, and that removing a stored file needs, shared. */
export const BACKUP_LOCK = 7_270_725
