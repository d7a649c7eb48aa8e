package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"slices"

	"orrery/shop"
)

// tool is a tool of the MCP endpoint. Only tools of the protocol need the profile of a platform.
type tool struct {
	Name        string      `json:"name"`
	Title       string      `json:"title"`
	Description string      `json:"description"`
	Input       schema      `json:"inputSchema"`
	Output      schema      `json:"outputSchema"`
	Annotations annotations `json:"annotations"`

	op    *operation
	scope shop.Scope // of the shop's own tools; empty: every visitor may call it
	// do runs a tool that is no operation of the protocol. The body must encode as a JSON object.
	do func(ctx context.Context, asked request) (body any, err error)
}

// annotations are hints for clients, which decide by them what a person has to confirm.
type annotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"` // responses contain texts of third parties
}

// listTools returns the tools of the endpoint: one for each operation of the protocol, then the shop's own, which are
// declared here.
func (a *api) listTools() []tool {
	var tools []tool
	for _, op := range a.operations {
		tools = append(tools, toolOf(op))
	}
	return append(tools, a.ownTools()...)
}

// toolOf returns the tool of an operation, whose arguments are the metadata, an ID and the payload.
func toolOf(op operation) tool {
	properties := map[string]schema{"meta": metaSchema}
	needed := []string{"meta"}
	if op.hasID() {
		properties["id"] = schema{"type": "string", "description": "The ID that an earlier response contains."}
		needed = append(needed, "id")
	}
	if op.payload != "" {
		properties[op.payload] = op.schema
		needed = append(needed, op.payload)
	}
	return tool{Name: op.name, Title: op.title, Description: op.description, op: &op,
		Input: schema{"type": "object", "properties": properties, "required": needed},
		Output: schema{"type": "object", "required": []string{"ucp"}, "description": "As the schema of " +
			op.capability + " says, version " + version + " of the Universal Commerce Protocol."},
		Annotations: annotations{ReadOnly: !op.changes, Idempotent: true, OpenWorld: !op.changes}}
}

// hasID reports whether the operation is about an object with an ID.
func (op operation) hasID() bool { return bytes.Contains([]byte(op.path), []byte("{id}")) }

// toolMeta is the argument meta of a tool.
type toolMeta struct {
	Agent struct {
		Profile string `json:"profile"`
	} `json:"ucp-agent"`
	Key string `json:"idempotency-key"`
}

// callTool runs a tool. body is the text of the request, which a signature covers.
func (a *api) callTool(w http.ResponseWriter, r *http.Request, params json.RawMessage, body []byte) (any, *failure) {
	var call struct {
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
	}
	if err := json.Unmarshal(params, &call); err != nil {
		return nil, invalidRequest("The parameters of tools/call are malformed")
	}
	at := slices.IndexFunc(a.tools, func(t tool) bool { return t.Name == call.Name })
	if at < 0 {
		return nil, invalidRequest("There is no such tool")
	}
	found, err := a.runTool(w, r, a.tools[at], call.Arguments, body)
	if err != nil {
		return nil, a.fail(r.Context(), err)
	}
	return toolResult(found)
}

func (a *api) runTool(w http.ResponseWriter, r *http.Request, t tool, arguments json.RawMessage, body []byte) (
	any, error,
) {
	if t.op == nil {
		return a.runOwn(w, r, t, arguments, body)
	}
	members, err := decode[map[string]json.RawMessage](arguments)
	if err != nil {
		return nil, err
	}
	var meta toolMeta
	if text, ok := members["meta"]; ok {
		if meta, err = decode[toolMeta](text); err != nil {
			return nil, err
		}
	}
	asked, failed := a.admit(w, r, body, meta.Agent.Profile, meta.Key)
	if failed != nil {
		return nil, failed
	}
	if t.op.hasID() && (json.Unmarshal(members["id"], &asked.id) != nil || asked.id == "") {
		return nil, invalidRequest("id must be a string")
	}
	if t.op.payload != "" {
		if asked.payload = members[t.op.payload]; asked.payload == nil {
			return nil, invalidRequest(t.op.payload + " is required")
		}
	}
	if !t.op.changes {
		asked.key = ""
	}
	answer, err := a.run(r.Context(), *t.op, asked)
	return answer.body, err
}

// toolResult returns a body as structured content, and as text for clients that know no other.
func toolResult(body any) (any, *failure) {
	text, err := json.Marshal(body)
	if err != nil {
		return nil, internal()
	}
	result := map[string]any{"content": []any{map[string]string{"type": "text", "text": string(text)}},
		"structuredContent": json.RawMessage(text)}
	if _, refused := body.(inputErrors); refused {
		result["isError"] = true
	}
	return result, nil
}
