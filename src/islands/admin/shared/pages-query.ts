import { infiniteQueryOptions } from '@tanstack/react-query'

export interface Page<Item> {
  reply: Item[]
  /** The cursor of the next page, if there is one. */
  next: string | undefined
}

/** The pages of a list that has a next page as long as there is a cursor. */
export const pagesQuery = <Item>(
  queryKey: readonly unknown[],
  loadPage: (cursor: string | undefined) => Promise<Page<Item>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam }) => loadPage(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => ({
      items: pages.flatMap(({ reply }) => reply),
      next: pages.at(-1)?.next,
      pages: pages.length,
    }),
  })
