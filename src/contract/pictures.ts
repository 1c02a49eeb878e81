/** Where a kept picture is served. Its bytes never change: another picture has another id. */
export const picturePath = '/api/pictures/:id'
