import type { Tool } from './webMCP'

/** A tool's description, the same for assistants in the page and for agents over MCP. */
export type PublishedTool = Pick<Tool, 'name' | 'title' | 'description' | 'inputSchema'>

type Document = {
  title: string
  description: string
  $defs: { arguments: { properties: Record<string, unknown> } }
}

/** Fetches the schema of one of the shop's tools, without the argument that names an agent. */
export async function publishedTool(name: string): Promise<PublishedTool> {
  const response = await fetch(`/ucp/schemas/${name}.json`)
  if (!response.ok) throw new Error(`schema of ${name}: ${response.status}`)
  const { title, description, $defs }: Document = await response.json()
  const { meta, ...properties } = $defs.arguments.properties
  return { name, title, description, inputSchema: { ...$defs.arguments, properties } }
}
