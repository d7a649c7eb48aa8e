package agent

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"orrery/auth"
	"orrery/shop"
)

// answered begins the responses of the shop's own tools.
type answered struct {
	UCP metadata `json:"ucp"`
	// URL is the address of the page that shows the same; empty if there is none.
	URL      string    `json:"url,omitempty"`
	Messages []message `json:"messages,omitempty"`
}

// answered returns the beginning of a response of a tool that contains texts of products at a path, if it is not empty.
// page is the path of the page that shows the same, or empty.
func (a *api) answered(tool, page, texts string) answered {
	begins := answered{UCP: a.ownMetadata(tool, "success")}
	if page != "" {
		begins.URL = a.PublicURL + page
	}
	if texts != "" {
		begins.Messages = []message{untrusted(texts)}
	}
	return begins
}

func (a *api) ownMetadata(tool, status string) metadata {
	about := metadata{Version: version, Status: status}
	if name := a.capabilityOf(tool); name != "" {
		about.Capabilities = map[string][]any{name: {map[string]string{"version": ownVersion}}}
	}
	return about
}

// inputErrors is the response of the shop's own tools to arguments that the caller can correct.
type inputErrors struct {
	UCP      metadata  `json:"ucp"`
	Messages []message `json:"messages"`
}

// maxErrors limits the errors of one response.
const maxErrors = 20

// inputErrors returns the response to errors that the caller can correct, false for other errors.
func (a *api) inputErrors(tool string, err error) (inputErrors, bool) {
	found := shop.UserErrors(err)
	body := inputErrors{UCP: a.ownMetadata(tool, "error")}
	for _, one := range found[:min(len(found), maxErrors)] {
		body.Messages = append(body.Messages, message{Type: "error", Code: strings.ToLower(string(one.Code)),
			Path: jsonPath(one.Path()), Content: one.Message, Severity: "recoverable"})
	}
	return body, len(found) > 0
}

// jsonPath returns the path of a field, such as $.lines[0].quantity.
func jsonPath(fields []string) string {
	path := "$"
	for _, field := range fields {
		if _, err := strconv.Atoi(field); err == nil {
			path += "[" + field + "]"
		} else {
			path += "." + field
		}
	}
	return path
}

// doing returns the function of a tool that decodes its arguments, which replace those of the defaults.
func doing[In any](input schema, defaults In, do func(context.Context, request, In) (any, error)) func(
	context.Context, request,
) (any, error) {
	return func(ctx context.Context, asked request) (any, error) {
		in := defaults
		if err := decodeArguments(input, asked.payload, &in); err != nil {
			return nil, err
		}
		return do(ctx, asked, in)
	}
}

// decodeArguments decodes arguments into in. It refuses arguments that the schema does not have, those of another type,
// and the lack of required ones; their limits are for the store to check.
func decodeArguments(input schema, text []byte, in any) error {
	var arguments map[string]json.RawMessage
	if len(text) == 0 {
		text = []byte("{}")
	}
	if err := json.Unmarshal(text, &arguments); err != nil || arguments == nil {
		return invalidRequest("The arguments must be a JSON object")
	}
	delete(arguments, "meta")
	text, err := json.Marshal(arguments)
	if err != nil {
		return invalidRequest("The arguments are not valid JSON")
	}
	var sent any
	if err := json.Unmarshal(text, &sent); err != nil {
		return invalidRequest("The arguments are not valid JSON")
	}
	if err := input.check("", sent).Err(); err != nil {
		return err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	err = decoder.Decode(in)
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return &shop.Error{Code: shop.Invalid, Field: wrong.Field,
			Message: fmt.Sprintf("%s must be %s", wrong.Field, typeName(wrong.Type))}
	}
	if err != nil {
		return invalidRequest("The arguments are not valid JSON")
	}
	return nil
}

// typeName returns the name of an argument's type for the author of a JSON request.
func typeName(of reflect.Type) string {
	switch of.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int64:
		return "a whole number"
	case reflect.String:
		return "a text in quotes"
	case reflect.Slice:
		return "a list"
	}
	return "an object"
}

// check returns the errors of a value: properties that the schema of an object does not have or that it requires, and
// texts that are none of its choices or no texts. at is the path of the value with a point, or "".
func (s schema) check(at string, value any) (found shop.Errors) {
	switch value := value.(type) {
	case map[string]any:
		properties, isObject := s["properties"].(map[string]schema)
		if !isObject {
			return nil
		}
		needed, _ := s["required"].([]string)
		for _, name := range needed {
			if value[name] == nil {
				found = append(found,
					&shop.Error{Code: shop.Required, Field: at + name, Message: at + name + " is required"})
			}
		}
		for name, held := range value {
			of, known := properties[name]
			if !known {
				found = append(found, &shop.Error{Code: shop.Invalid, Field: strings.TrimSuffix(at, "."),
					Message: fmt.Sprintf("There is no argument %s", at+shortened(name))})
				continue
			}
			found = append(found, of.check(at+name+".", held)...)
		}
	case string:
		if allowed, ok := s["enum"].([]string); ok && !slices.Contains(allowed, value) {
			field := strings.TrimSuffix(at, ".")
			found = append(found, &shop.Error{Code: shop.Invalid, Field: field,
				Message: fmt.Sprintf("%s must be one of %s", field, strings.Join(allowed, ", "))})
		}
	case float64, bool:
		if s["type"] == "string" { // the decoder would not say which entry of a list it is
			field := strings.TrimSuffix(at, ".")
			found = append(found,
				&shop.Error{Code: shop.Invalid, Field: field, Message: field + " must be a text in quotes"})
		}
	case []any:
		items, isList := s["items"].(schema)
		for i := 0; isList && i < len(value) && len(found) < maxErrors; i++ {
			found = append(found, items.check(fmt.Sprintf("%s%d.", at, i), value[i])...)
		}
	}
	slices.SortFunc(found, func(a, b *shop.Error) int { return strings.Compare(a.Field, b.Field) })
	return found
}

// runOwn runs a tool of the shop that is no operation of the protocol. Those that need a scope need a signed request of
// a platform; the others are for every visitor, as in the graph.
func (a *api) runOwn(w http.ResponseWriter, r *http.Request, t tool, arguments json.RawMessage, body []byte) (
	any, error,
) {
	asked := request{actor: visitor(r.Context())}
	if t.scope != "" {
		var sent struct {
			Meta toolMeta `json:"meta"`
		}
		if len(arguments) > 0 && json.Unmarshal(arguments, &sent) != nil {
			return nil, invalidRequest("The arguments must be a JSON object, and meta must name your profile")
		}
		admitted, failed := a.admit(w, r, body, sent.Meta.Agent.Profile, sent.Meta.Key)
		switch {
		case failed != nil:
			return nil, failed
		case !admitted.signed:
			return nil, unsigned("signature_missing", "This tool requires a signed request")
		}
		asked = admitted
	}
	asked.payload = arguments
	ctx, leave, err := a.Slots.Acquire(r.Context(), asked.actor.Caller())
	if err != nil {
		return nil, err
	}
	defer leave()
	found, err := t.do(ctx, asked)
	if refused, ok := a.inputErrors(t.Name, err); ok {
		return refused, nil
	}
	return found, err
}

// visitor returns the actor of a request without an account or a key.
func visitor(ctx context.Context) shop.Actor {
	of := auth.Actor(ctx)
	return shop.Actor{Address: of.Address, Agent: of.Agent}
}
