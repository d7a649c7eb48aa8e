package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"mime/multipart"
	"net/http"
	"time"

	"orrery/bench/buyers"
)

// upload uploads a JPEG of the given width. It returns the status, the URL of the picture and the time to the response.
func (w *world) upload(token string, width int) (status int, address string, took time.Duration, err error) {
	var picture, form bytes.Buffer
	if err := jpeg.Encode(&picture, image.NewGray(image.Rect(0, 0, width, 40)), nil); err != nil {
		return 0, "", 0, err
	}
	parts := multipart.NewWriter(&form)
	part, err := parts.CreateFormFile("file", "a.jpg")
	if err != nil {
		return 0, "", 0, err
	}
	_, _ = part.Write(picture.Bytes())
	if err := parts.Close(); err != nil {
		return 0, "", 0, err
	}
	request, err := http.NewRequest(http.MethodPost, w.first.url+"/api/v1/uploads", &form)
	if err != nil {
		return 0, "", 0, err
	}
	request.Header.Set("Content-Type", parts.FormDataContentType())
	request.Header.Set("Authorization", "Bearer "+token)
	began := time.Now()
	response, err := (&http.Client{Timeout: 30 * time.Second}).Do(request)
	if err != nil {
		return 0, "", 0, err
	}
	defer func() { _ = response.Body.Close() }()
	var out struct{ Upload struct{ URL string } }
	err = json.NewDecoder(response.Body).Decode(&out)
	return response.StatusCode, out.Upload.URL, time.Since(began), err
}

// uploaded is a picture that was uploaded before the blob store failed, with its ETag.
var uploaded struct{ token, url, tag string }

// uploadFirst uploads the picture that pictures requests later.
func (w *world) uploadFirst() error {
	token, err := buyers.Shop{URL: func() string { return w.first.url }}.SignIn()
	if err != nil {
		return err
	}
	status, url, _, err := w.upload(token, 60)
	if err != nil || status != http.StatusCreated {
		return fmt.Errorf("upload: %d %w", status, err)
	}
	response, err := client.Get(w.first.url + url)
	if err != nil {
		return err
	}
	uploaded.token, uploaded.url, uploaded.tag = token, url, response.Header.Get("ETag")
	return response.Body.Close()
}

// pictures checks uploads and cached pictures while the blob store is down: an upload must be answered with 503, and a
// conditional request with 304.
func (w *world) pictures() (string, error) {
	status, _, took, err := w.upload(uploaded.token, 61)
	if err != nil {
		return "", err
	}
	if status != http.StatusServiceUnavailable {
		return "", fmt.Errorf("an upload answers %d", status)
	}
	request, err := http.NewRequest(http.MethodGet, w.first.url+uploaded.url, nil)
	if err != nil {
		return "", err
	}
	request.Header.Set("If-None-Match", uploaded.tag)
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusNotModified {
		return "", fmt.Errorf("a picture that a browser has answers %d", response.StatusCode)
	}
	return fmt.Sprintf("an upload: 503 after %.1f s; a picture that a browser has: 304", took.Seconds()), nil
}
